/**
 * An afternoon in VS Code: drive.mjs CACHE VSIX WORK TOP [SCENE…]. See `run`.
 *
 * Each scene is what an author would do; what is looked for is what they would see. A picture is taken
 * where there is something to see.
 */

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { openBrowser, startCodeServer } from './code_server.mjs';
import { Workbench } from './workbench.mjs';

const [cache, vsix, work, top, ...wanted] = process.argv.slice(2);
const images = join(top, 'docs', 'images');
const folder = join(work, 'packages');

/** The packages that are worked on: our examples, and one that is broken. */
function makeFolder() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'village'), { recursive: true });
  cpSync(join(top, 'docs', 'nimblock', 'broken.nimblock.json'), join(folder, 'village', 'greeting.nimblock.json'));
  cpSync(join(top, 'examples', 'nimblock', 'welcome.nimblock.json'), join(folder, 'village', 'welcome.nimblock.json'));
  cpSync(join(top, 'examples', 'oamut', 'long-winter'), join(folder, 'long-winter'), { recursive: true });
  cpSync(join(top, 'examples', 'oamut', 'rich-start'), join(folder, 'rich-start'), { recursive: true });
  cpSync(join(top, 'docs', 'oamut', 'traps'), join(folder, 'traps'), { recursive: true });
  cpSync(join(top, 'examples', 'ruleset', 'lantern-road'), join(folder, 'lantern-road'), { recursive: true });
}

const lineOf = (path, words) => {
  const lines = readFileSync(join(folder, path), 'utf8').split('\n');
  const line = lines.findIndex((each) => each.includes(words));
  assert.ok(line >= 0, `${words} in ${path}`);
  return { line: line + 1, column: [...lines[line].slice(0, lines[line].indexOf(words))].reduce((sum, each) => sum + each.length, 1) };
};

const english = {
  async findings(code, picture) {
    await code.open('greeting.nimblock.json');
    await code.squiggles('error').first().waitFor();
    const rows = await code.problems();
    await rows.filter({ hasText: 'nimblock/unknown-variable' }).waitFor();
    assert.match((await rows.allInnerTexts()).join('\n'), /does not provide \{plyer\}/);
    const link = rows.locator('a', { hasText: 'nimblock/unknown-variable' });
    assert.match(await link.getAttribute('href'), /docs\/findings\/nimblock\/unknown-variable\.md$/);
    // Once each: no other server speaks about our files.
    assert.equal(await rows.filter({ hasText: 'json/syntax' }).count(), 1);
    assert.equal(await rows.filter({ hasText: /Expected comma/ }).count(), 0);
    await picture('vscode-findings');
    await code.closePanel();
  },

  async hover(code, picture) {
    await code.open('welcome.nimblock.json');
    const hover = await code.hover('player.send_title');
    assert.match(await hover.innerText(), /title/i);
    await picture('vscode-hover');
  },

  async completion(code, picture) {
    await code.open('welcome.nimblock.json');
    const { line, column } = lineOf('village/welcome.nimblock.json', '困ったとき');
    await code.goTo(line, column);
    await code.page.keyboard.type('{');
    const rows = code.page.locator('.suggest-widget.visible .monaco-list-row');
    await rows.filter({ hasText: 'player' }).first().waitFor();
    await picture('vscode-completion');
    await code.page.keyboard.type('pla');
    await rows.filter({ hasText: 'player' }).first().waitFor();
    await pause(300);
    await code.page.keyboard.press('Enter');
    assert.match(await code.shown(), /&7\{player\}困ったとき/);
    await code.closeAll();
  },

  async fix(code, picture) {
    await code.open('greeting.nimblock.json');
    await code.squiggles('error').first().waitFor();
    const { line, column } = lineOf('village/greeting.nimblock.json', '{plyer}');
    await code.goTo(line, column + 2);
    const fixes = await code.fixes();
    await fixes.filter({ hasText: 'Replace by' }).first().waitFor();
    await picture('vscode-fix');
    await code.page.keyboard.press('Enter');
    await code.text('{player}').waitFor();
    assert.match(await code.shown(), /ようこそ、\{player\}さん/);
    await code.closeAll();
  },

  async colours(code, picture) {
    await code.open('welcome.nimblock.json');
    await code.page.locator('.colorpicker-color-decoration').first().waitFor();
    assert.ok((await code.page.locator('.colorpicker-color-decoration').count()) > 3);
    await picture('vscode-colours');
  },

  async trace(code, picture) {
    await code.sideBar(false);
    await code.open('welcome.nimblock.json');
    await code.lens('Trace').click();
    const rows = code.page.locator('.quick-input-list .monaco-list-row');
    await rows.filter({ hasText: '{player}' }).click();
    const input = code.page.locator('.quick-input-widget input').first();
    await code.page.locator('.quick-input-message', { hasText: '{player}' }).waitFor();
    await input.fill('さくら');
    await code.page.keyboard.press('Enter');
    await rows.filter({ hasText: 'さくら' }).waitFor();
    await code.page.keyboard.press('Enter');
    await code.page.locator('.tab', { hasText: 'Trace of' }).waitFor();
    await code.page.locator('.view-line', { hasText: 'さくらさん' }).first().waitFor();
    await picture('vscode-trace');
    await code.closeAll();
  },

  async plan(code, picture) {
    await code.sideBar(false);
    await code.open('long-winter/mutator.lua');
    await code.lens('Run plan').click();
    await code.page.locator('.tab', { hasText: 'Plan of mutator.lua' }).waitFor();
    await code.page.locator('.view-line', { hasText: 'Rules, in this order' }).waitFor();
    await picture('vscode-plan');
    // It follows the script; an error leads to its line.
    const { line } = lineOf('long-winter/mutator.lua', 'function mutate');
    await code.goTo(line + 1);
    await code.page.keyboard.type('error("too cold ❄")\n');
    const error = code.page.locator('.view-line', { hasText: 'too cold' }).filter({ hasText: '✗' });
    await error.waitFor();
    // Links are looked for a moment after the text.
    await pause(1500);
    await picture('vscode-plan-error');
    await code.goTo(1);
    // The word is drawn anew while Ctrl is down, so it is clicked by its place.
    const { x, y, width, height } = await error.locator('.detected-link').first().boundingBox();
    await code.page.mouse.move(x + width / 2, y + height / 2);
    await code.page.keyboard.down('Control');
    await pause(500);
    await code.page.mouse.click(x + width / 2, y + height / 2);
    await code.page.keyboard.up('Control');
    await code.page.locator('.statusbar-item', { hasText: `Ln ${line + 1},` }).waitFor();
    await code.closeAll();
  },

  async rename(code, picture) {
    await code.open('long-winter/oamut.yaml');
    const { line, column } = lineOf('long-winter/oamut.yaml', 'length');
    await code.goTo(line, column + 2);
    await code.page.keyboard.press('F2');
    const box = code.page.locator('.rename-box input');
    await box.waitFor();
    await box.fill('duration');
    await picture('vscode-rename');
    await code.page.keyboard.press('Enter');
    await code.page.locator('.view-line', { hasText: 'id: duration' }).waitFor();
    await code.open('long-winter/mutator.lua');
    await code.text('duration').waitFor();
    assert.doesNotMatch(await code.shown(), /options\.length/);
    await code.closeAll();
  },

  async manifest(code, picture) {
    await code.open('traps/oamut.yaml');
    await code.squiggles('error').first().waitFor();
    const rows = await code.problems();
    await rows.filter({ hasText: 'oamut/' }).first().waitFor();
    await picture('vscode-manifest');
    await code.closePanel();
    await code.closeAll();
  },

  async ruleset(code, picture) {
    await code.open('lantern-road/ruleset.json');
    await code.page.locator('.statusbar-item', { hasText: /^Ruleset$/ }).waitFor();
    await code.hover('"floorHalfMinusTen"');
    await picture('vscode-ruleset');
    const { line, column } = lineOf('lantern-road/ruleset.json', '"training" }');
    await code.goTo(line, column + 1);
    for (const _ of 'training') await code.page.keyboard.press('Shift+ArrowRight');
    await code.page.keyboard.type('tr');
    const rows = await code.suggestions();
    await rows.filter({ hasText: 'training' }).first().waitFor();
    await picture('vscode-ruleset-completion');
    await rows.filter({ hasText: 'training' }).first().click();
    assert.match(await code.shown(), /"bonus": \{ "derived": "training" \} \},/);
    await code.closeAll();
  },

  async layers(code, picture) {
    await code.sideBar(false);
    await code.open('lantern-road/ruleset.json');
    await code.run('modwright: Preview Layers');
    const rows = code.page.locator('.quick-input-list .monaco-list-row');
    await rows.first().waitFor();
    await rows.first().click();
    await code.page.keyboard.press('Enter');
    await code.page.locator('.tab', { hasText: 'ruleset.json with' }).waitFor();
    await code.page.locator('.monaco-diff-editor .line-insert').first().waitFor();
    await picture('vscode-layers');
    await code.closeAll();
  },

  async pack(code) {
    await code.open('lantern-road/locales/ja.json');
    await code.page.locator('.statusbar-item', { hasText: 'Ruleset language pack' }).waitFor();
    await code.closeAll();
  },

  async server(code, picture) {
    await code.open('welcome.nimblock.json');
    await code.page.locator('#status\\.languageStatus').hover();
    const hover = code.page.locator('.hover-language-status', { hasText: 'modwright' });
    await hover.first().waitFor();
    assert.match((await hover.allInnerTexts()).join('\n'), /modwright \d+\.\d+\.\d+/);
    await picture('vscode-status');
    await code.page.mouse.move(640, 300);
    await code.run('modwright: Show Log');
    await code.page.locator('.part.panel .view-line', { hasText: '(bundled)' }).first().waitFor();
    await code.closePanel();
  },

  async create(code, picture) {
    await code.run('modwright: New Package from a Template');
    const rows = code.page.locator('.quick-input-list .monaco-list-row');
    await rows.filter({ hasText: 'oamut' }).first().waitFor();
    await picture('vscode-new');
    await rows.filter({ hasText: 'oamut' }).first().click();
    const input = code.page.locator('.quick-input-widget input').first();
    await code.page.waitForFunction(() => /my-oamut/.test(document.querySelector('.quick-input-widget input')?.value ?? ''));
    await input.fill(join(folder, 'spring'));
    await code.page.keyboard.press('Enter');
    await code.page.locator('.tab.active', { hasText: 'oamut.yaml' }).waitFor();
    assert.match(await code.shown(), /id: "spring"/);
    await code.closeAll();
  },
};

const japanese = {
  async japanese(code, picture) {
    await code.open('greeting.nimblock.json');
    await code.squiggles('error').first().waitFor();
    const rows = await code.problems();
    await rows.filter({ hasText: 'nimblock/unknown-variable' }).waitFor();
    assert.match((await rows.allInnerTexts()).join('\n'), /\{plyer\} を渡しません/);
    await code.lens('トレース').waitFor();
    await picture('vscode-japanese');
    await code.closePanel();
    await code.page.keyboard.press('F1');
    await code.page.locator('.quick-input-widget input').first().fill('>modwright');
    await code.page.locator('.quick-input-list .monaco-list-row', { hasText: 'サーバーを再起動' }).first().waitFor();
    await code.page.keyboard.press('Escape');
  },
};

const untrusted = {
  async untrusted(code, picture) {
    await code.open('greeting.nimblock.json');
    await code.squiggles('error').first().waitFor();
    await code.open('long-winter/mutator.lua');
    await code.lens('Run plan').click();
    const message = code.page.locator('.notification-toast', { hasText: 'Scripts are not run in a workspace' });
    await message.waitFor();
    await picture('vscode-untrusted');
    assert.equal(await code.page.locator('.tab', { hasText: 'Plan of' }).count(), 0);
  },
};

async function play(scenes, options) {
  const names = Object.keys(scenes).filter((name) => !wanted.length || wanted.includes(name));
  if (!names.length) return 0;
  makeFolder();
  const server = await startCodeServer(cache, work, folder, [vsix], options);
  const browser = await openBrowser(cache, options.locale === 'ja' ? 'ja-JP' : 'en-GB');
  const code = new Workbench(browser.page);
  let failed = 0;
  try {
    await code.load(server.url, scenes === untrusted);
    for (const name of names) {
      const started = Date.now();
      const picture = async (file) => {
        await pause(400);
        await browser.page.screenshot({ path: join(images, `${file}.png`) });
      };
      try {
        await code.sideBar(true);
        await scenes[name](code, picture);
        await code.closePanel();
        console.log(`ok    ${name} (${Date.now() - started} ms)`);
      } catch (problem) {
        failed += 1;
        console.log(`FAIL  ${name}: ${problem.stack}`);
        await browser.page.screenshot({ path: join(process.env.TMPDIR ?? '/tmp', `vscode-failed-${name}.png`) });
        await browser.page.keyboard.press('Escape');
        await browser.page.keyboard.press('Escape');
        await code.closeAll().catch(() => undefined);
      }
    }
  } finally {
    await browser.close();
    server.stop();
  }
  return failed;
}

const light = { 'workbench.colorTheme': 'Default Light Modern' };
let failed = await play(english, {});
failed += await play(japanese, { locale: 'ja', settings: light });
failed += await play(untrusted, { settings: { 'security.workspace.trust.enabled': true } });
process.exit(failed ? 1 : 0);
