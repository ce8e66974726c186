/** An afternoon in VS Code: drive.mjs CACHE VSIX WORK TOP [SCENE…]. See `run`. */

import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { CodeServer, openBrowser } from './code_server.mjs';
import { around, english, japanese, untrusted } from './scenes.mjs';
import { Workbench } from './workbench.mjs';

const [cache, vsix, work, top, ...wanted] = process.argv.slice(2);
const images = process.env.MODWRIGHT_PICTURES ?? join(top, 'docs', 'images');
const folder = join(work, 'packages');
const light = { 'workbench.colorTheme': 'Default Light Modern' };
const asking = { 'security.workspace.trust.enabled': true };
const PLAYS = [
  { name: 'english', scenes: english },
  { name: 'around', scenes: around },
  { name: 'japanese', scenes: japanese, locale: 'ja', settings: light },
  { name: 'untrusted', scenes: untrusted, settings: asking, asksForTrust: true },
];

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

async function play(codeServer, browser, { name, scenes, asksForTrust, ...options }) {
  const names = Object.keys(scenes).filter((scene) => !wanted.length || wanted.includes(scene));
  if (!names.length) return 0;
  makeFolder();
  const server = await codeServer.start(name, folder, options);
  const context = await browser.newContext({ locale: options.locale === 'ja' ? 'ja-JP' : 'en-GB' });
  const page = await context.newPage();
  const code = new Workbench(page, folder, images, server.set);
  let failed = 0;
  try {
    await code.size(false);
    await code.load(server.url, asksForTrust);
    for (const scene of names) {
      const started = Date.now();
      try {
        await scenes[scene](code);
        await code.closePanel();
        await code.closeAll();
        await code.size(false);
        console.log(`ok    ${scene} (${Date.now() - started} ms)`);
      } catch (problem) {
        failed += 1;
        console.log(`FAIL  ${scene}: ${problem.stack}`);
        await page.screenshot({ path: join(process.env.TMPDIR ?? '/tmp', `vscode-failed-${scene}.png`) });
        for (const _ of 'ab') await page.keyboard.press('Escape');
        await code.closePanel().catch(() => undefined);
        await code.closeAll().catch(() => undefined);
        await code.size(false);
      }
    }
  } finally {
    await context.close();
    server.stop();
  }
  return failed;
}

mkdirSync(images, { recursive: true });
const codeServer = new CodeServer(cache, work);
codeServer.install(vsix);
const browser = await openBrowser(cache);
let failed = 0;
for (const each of PLAYS) failed += await play(codeServer, browser, each);
await browser.close();
process.exit(failed ? 1 : 0);
