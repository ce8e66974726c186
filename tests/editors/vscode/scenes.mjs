/** What authors do in VS Code, and what they see. A picture is taken where there is something to see. */

import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const GREETING = 'village/greeting.nimblock.json';
const WELCOME = 'village/welcome.nimblock.json';

export const english = {
  async findings(code) {
    await code.open(GREETING);
    await code.squiggles('error').first().waitFor();
    await code.lens('Trace').waitFor();
    const rows = await code.problems();
    await rows.filter({ hasText: 'nimblock/unknown-variable' }).waitFor();
    assert.match((await rows.allInnerTexts()).join('\n'), /does not provide \{plyer\}/);
    const link = rows.locator('a', { hasText: 'nimblock/unknown-variable' });
    assert.match(await link.getAttribute('href'), /docs\/findings\/nimblock\/unknown-variable\.md$/);
    // Once each: no other server speaks about our files.
    assert.equal(await rows.filter({ hasText: 'json/syntax' }).count(), 1);
    assert.equal(await rows.filter({ hasText: /Expected comma/ }).count(), 0);
    await code.picture('findings');
  },

  async hover(code) {
    await code.open(WELCOME);
    // Lenses push the lines down, away from a mouse that is there already.
    await code.lens('Trace').waitFor();
    const hover = await code.hover('player.send_title');
    assert.match(await hover.innerText(), /title/i);
    await code.picture('hover');
    await code.rest();
  },

  async completion(code) {
    await code.open(WELCOME);
    await code.lens('Trace').waitFor();
    await code.goToWords(WELCOME, '困ったとき');
    await code.page.keyboard.type('{');
    await code.suggestion('world').waitFor();
    await code.picture('completion');
    await code.page.keyboard.type('pla');
    await code.suggestion('world').waitFor({ state: 'detached' });
    await code.suggestion('player').and(code.page.locator('.focused')).waitFor();
    await code.page.keyboard.press('Enter');
    await code.line('&7{player}困ったとき').waitFor();
  },

  async fix(code) {
    await code.open(GREETING);
    await code.squiggles('error').first().waitFor();
    await code.lens('Trace').waitFor();
    await code.goToWords(GREETING, '{plyer}', 2);
    const fixes = await code.fixes();
    await fixes.filter({ hasText: 'Replace by' }).first().waitFor();
    await code.picture('fix');
    await code.page.keyboard.press('Enter');
    await code.line('ようこそ、{player}さん').waitFor();
  },

  async colours(code) {
    await code.open(WELCOME);
    await code.lens('Trace').waitFor();
    const swatches = code.page.locator('.colorpicker-color-decoration');
    await swatches.nth(4).waitFor();
    await code.picture('colours');
  },

  async trace(code) {
    await code.size(true);
    await code.open(WELCOME);
    await code.lens('Trace').click();
    await code.rows().filter({ hasText: '{player}' }).click();
    await code.page.locator('.quick-input-message', { hasText: '{player}' }).waitFor();
    const input = code.page.locator('.quick-input-widget input').first();
    await input.fill('さくら');
    await input.press('Enter');
    await code.rows().filter({ hasText: 'さくら' }).waitFor();
    await code.page.keyboard.press('Enter');
    await code.page.locator('.tab', { hasText: 'Trace of' }).waitFor();
    await code.line('さくらさん').waitFor();
    await code.rest();
    await code.picture('trace');
  },

  async plan(code) {
    const script = 'long-winter/mutator.lua';
    await code.size(true);
    await code.open(script);
    await code.lens('Run plan').click();
    await code.page.locator('.tab', { hasText: 'Plan of mutator.lua' }).waitFor();
    await code.line('Rules, in this order').waitFor();
    await code.page.locator('.detected-link', { hasText: 'mutator.lua:' }).first().waitFor();
    await code.picture('plan');
    // It follows the script; an error leads to its line.
    const line = await code.goToWords(script, 'function mutate');
    await code.page.keyboard.press('End');
    await code.page.keyboard.type('\nerror("too cold ❄")');
    const error = code.line(/✗.mutator\.lua.*too.cold/);
    const link = error.locator('.detected-link', { hasText: `mutator.lua:${line + 1}` });
    await link.waitFor();
    await code.picture('plan-error');
    await code.goTo(1);
    // The word is drawn anew while Ctrl is down, so it is clicked by its place.
    const { x, y, width, height } = await link.boundingBox();
    const [across, down] = [x + width / 2, y + height / 2];
    await code.page.mouse.move(across, down);
    await code.page.keyboard.down('Control');
    await code.page.mouse.move(across + 1, down);
    await code.page.locator('.detected-link-active').first().waitFor();
    await code.page.mouse.click(across + 1, down);
    await code.page.keyboard.up('Control');
    await code.status(`Ln ${line + 1},`).waitFor();
    // Beside the plan, not over it.
    assert.ok(await error.isVisible());
  },

  async rename(code) {
    await code.open('long-winter/oamut.yaml');
    await code.goToWords('long-winter/oamut.yaml', 'length', 2);
    await code.page.locator('.breadcrumbs-control', { hasText: 'length' }).waitFor();
    await code.page.keyboard.press('F2');
    const box = code.page.locator('.rename-box input');
    await box.fill('duration');
    await box.press('End');
    await code.picture('rename');
    await box.press('Enter');
    await code.line('id: duration').waitFor();
    await code.open('long-winter/mutator.lua');
    await code.text('duration').waitFor();
    assert.doesNotMatch(await code.shown(), /options\.length/);
  },

  async manifest(code) {
    await code.open('traps/oamut.yaml');
    await code.squiggles('error').first().waitFor();
    const rows = await code.problems();
    await rows.filter({ hasText: 'oamut/unquoted-version' }).waitFor();
    await code.picture('manifest');
  },

  async ruleset(code) {
    await code.open('lantern-road/ruleset.json');
    await code.status(/^Ruleset$/).waitFor();
    await code.lens('Capability API').waitFor();
    await code.hover('"floorHalfMinusTen"');
    await code.picture('ruleset');
    await code.rest();
    await code.goToWords('lantern-road/ruleset.json', '"training" }', 1);
    for (const _ of 'training') await code.page.keyboard.press('Shift+ArrowRight');
    await code.page.keyboard.type('tr');
    await code.suggestion('training').waitFor();
    await code.picture('ruleset-completion');
    await code.suggestion('training').click();
    await code.line('"bonus": { "derived": "training" } },').waitFor();
  },

  async layers(code) {
    await code.size(true);
    await code.open('lantern-road/ruleset.json');
    await code.goTo(1);
    await code.lens('Capability API').waitFor();
    await code.run('modwright: Preview Layers');
    await code.rows().first().click();
    await code.page.keyboard.press('Enter');
    await code.page.locator('.tab', { hasText: 'ruleset.json with' }).waitFor();
    await code.page.locator('.monaco-diff-editor .line-insert').first().waitFor();
    await code.picture('layers');
  },

  async catalogs(code) {
    // The layer hides an entry that stands in a catalog of its own file.
    const [ruleset, catalog] = ['lantern-road/ruleset.json', 'lantern-road/catalogs/roadside.json'];
    code.insert(ruleset, '{ "id": "armoury", "hide"', '{ "id": "roadside", "hide": { "filter": "risk", "above": 1 } }, ');
    code.insert(ruleset, '"asset": ', '"filters": [{ "id": "risk", "label": "Risk", "type": "number" }], ');
    code.insert(catalog, '"creature": ', '"filters": { "risk": 3 }, ');
    await code.open('lantern-road/ruleset.json');
    await code.goTo(1);
    await code.lens('Capability API').waitFor();
    await code.run('modwright: Preview Layers');
    await code.rows().first().click();
    await code.page.keyboard.press('Enter');
    await code.page.locator('.tab.active', { hasText: '(2 files)' }).waitFor();
    // The second one is below what is shown of the first.
    await code.page.locator('.multiDiffEntry .line-delete').first().waitFor();
    await code.page.locator('.multiDiffEntry .collapse-button').first().click();
    await code.page.locator('.multiDiffEntry', { hasText: 'roadside.json' }).locator('.line-delete').first().waitFor();
  },

  async pack(code) {
    await code.open('lantern-road/locales/ja.json');
    await code.status('Ruleset language pack').waitFor();
  },

  async create(code) {
    await code.run('modwright: New Package from a Template');
    await code.rows().filter({ hasText: 'oamut' }).first().waitFor();
    await code.picture('new');
    await code.rows().filter({ hasText: 'oamut' }).first().click();
    await code.page.waitForFunction(() => /my-oamut/.test(document.querySelector('.quick-input-widget input')?.value ?? ''));
    const input = code.page.locator('.quick-input-widget input').first();
    await input.fill(join(code.folder, 'spring'));
    await input.press('Enter');
    await code.page.locator('.tab.active', { hasText: 'oamut.yaml' }).waitFor();
    await code.line('id: "spring"').waitFor();
  },

  async server(code) {
    await code.open(WELCOME);
    await code.lens('Trace').waitFor();
    await code.page.locator('#status\\.languageStatus').hover();
    const hover = code.page.locator('.hover-language-status', { hasText: 'modwright' }).first();
    await hover.waitFor();
    assert.match(await hover.innerText(), /modwright \d+\.\d+\.\d+/);
    await code.picture('status', { x: 424, y: 440, width: 600, height: 200 });
    await code.rest();
    await code.run('modwright: Show Log');
    await code.page.locator('.part.panel .view-line', { hasText: '(bundled)' }).first().waitFor();
  },
};

/** The server, settings, help: what is around the writing. */
export const around = {
  async walkthrough(code) {
    await openWalkthrough(code, 'Write game packages');
    const steps = code.page.locator('.getting-started-step');
    await steps.nth(4).waitFor();
    // A text is in a frame of its own, a picture is not.
    const frame = code.page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await frame.locator('li', { hasText: 'a mutator of Open Annihilation' }).waitFor();
    await code.picture('walkthrough');
    for (const at of [1, 2, 3]) {
      await steps.nth(at).click();
      await code.page.waitForFunction(() => document.querySelector('.getting-started-media img')?.naturalWidth > 0);
    }
    await steps.nth(4).click();
    await frame.locator('li', { hasText: 'modwright.server.path' }).waitFor();
    await code.page.locator('.getting-started-step .monaco-button', { hasText: 'Open settings' }).click();
    await code.page.locator('.setting-item-contents', { hasText: 'how a finding is shown' }).waitFor();
  },

  async schema(code) {
    await code.open(WELCOME);
    await code.lens('Trace').waitFor();
    await code.run('modwright: Export the NimBlock Schema');
    await code.page.locator('.quick-input-title', { hasText: 'schema' }).waitFor();
    await code.page.waitForFunction(() => /plugin-1/.test(document.querySelector('.quick-input-widget input')?.value ?? ''));
    await code.page.keyboard.press('Enter');
    await code.page.locator('.tab.active', { hasText: 'plugin-1.schema.json' }).waitFor();
  },

  async otherVersion(code) {
    const words = 'The server is modwright 9.9.9, the extension is made for';
    await code.open(WELCOME);
    await code.lens('Trace').waitFor();
    code.set({ 'modwright.server.path': otherServer(code.folder) });
    await code.toast(words).waitFor();
    assert.equal((await code.toast('').allInnerTexts()).length, 1);
    await code.run('Notifications: Clear All Notifications');
    await code.toast(words).waitFor({ state: 'detached' });
    // It is said once.
    await code.lens('Trace').waitFor();
    await code.run('modwright: Restart Server');
    await code.lens('Trace').waitFor({ state: 'detached' });
    await code.lens('Trace').waitFor();
    assert.deepEqual(await code.toast('').allInnerTexts(), []);
  },

  async conversation(code) {
    await code.open(WELCOME);
    code.set({ 'modwright.trace.server': 'messages' });
    await code.run('modwright: Show Log');
    await code.page.locator('.part.panel .view-line', { hasText: 'Received response' }).first().waitFor();
    code.set({});
  },

  async noServer(code) {
    await code.open(WELCOME);
    await code.lens('Trace').waitFor();
    code.set({ 'modwright.server.path': join(code.folder, 'nothing') });
    await code.toast('names a server that does not run').waitFor();
    await code.run('Notifications: Clear All Notifications');
    await code.lens('Trace').waitFor({ state: 'detached' });
    await code.page.locator('#status\\.languageStatus').hover();
    await code.page.locator('.hover-language-status', { hasText: 'modwright does not run' }).waitFor();
    await code.rest();
    await code.run('modwright: Trace a Rule');
    await code.toast('No modwright server is running').waitFor();
    await code.run('Notifications: Clear All Notifications');
    code.set({});
    await code.lens('Trace').waitFor();
  },
};

async function openWalkthrough(code, title) {
  await code.run('Welcome: Open Walkthrough');
  await code.rows().filter({ hasText: title }).click();
}

/** The server of the extension, which says that it is of another version. */
function otherServer(folder) {
  const extensions = join(folder, '..', 'extensions');
  const extension = readdirSync(extensions).find((name) => name.startsWith('modwright'));
  const libs = join(extensions, extension, 'bundled', 'libs');
  const file = join(folder, '..', 'other-modwright');
  const lines = ['#!/bin/sh', '[ "$1" = --version ] && { echo modwright 9.9.9; exit; }', `PYTHONPATH='${libs}' exec python3 -m modwright "$@"`];
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o755 });
  return file;
}

export const japanese = {
  async japanese(code) {
    await code.open(GREETING);
    await code.squiggles('error').first().waitFor();
    await code.lens('トレース').waitFor();
    const rows = await code.problems();
    await rows.filter({ hasText: 'nimblock/unknown-variable' }).waitFor();
    assert.match((await rows.allInnerTexts()).join('\n'), /\{plyer\} を渡しません/);
    await code.picture('japanese');
    await code.ask('F1', '>modwright');
    await code.rows().filter({ hasText: 'サーバーを再起動' }).first().waitFor();
    await code.page.keyboard.press('Escape');
  },

  async walkthroughInJapanese(code) {
    await openWalkthrough(code, 'ゲームのパッケージを書く');
    const frame = code.page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await frame.locator('li', { hasText: 'のミューテータ' }).waitFor();
    await code.picture('walkthrough-ja');
  },
};

export const untrusted = {
  async untrusted(code) {
    await code.open(GREETING);
    await code.squiggles('error').first().waitFor();
    await code.open('long-winter/mutator.lua');
    await code.lens('Run plan').click();
    await code.toast('Scripts are not run in a workspace').waitFor();
    await code.picture('untrusted');
    assert.equal(await code.page.locator('.tab', { hasText: 'Plan of' }).count(), 0);
  },
};
