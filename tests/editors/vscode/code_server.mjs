/** A code-server of our own: its folders, its start and its end, and a page of it in Chromium. */

import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const SETTINGS = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.colorTheme': 'Default Dark Modern',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'update.mode': 'none',
  'chat.commandCenter.enabled': false,
  'security.workspace.trust.enabled': false,
  'files.autoSave': 'off',
  'files.simpleDialog.enable': true,
  'editor.minimap.enabled': false,
  'editor.fontSize': 13,
  'editor.fontFamily': "'DejaVu Sans Mono', 'Noto Sans CJK JP', monospace",
  'window.commandCenter': false,
  'window.title': '${dirty}${activeEditorShort}',
  'git.enabled': false,
};
const CHROMIUM = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
];

/** Serve `folder` with the extensions of `vsixes`. `locale`: the language it speaks. */
export async function startCodeServer(cache, work, folder, vsixes, { locale, settings } = {}) {
  const data = join(work, locale ?? 'en');
  mkdirSync(join(data, 'user', 'User'), { recursive: true });
  writeFileSync(join(data, 'user', 'User', 'settings.json'), JSON.stringify({ ...SETTINGS, ...settings }));
  const env = {
    ...process.env,
    XDG_CONFIG_HOME: join(data, 'xdg'),
    XDG_DATA_HOME: join(data, 'xdg'),
    CS_DISABLE_GETTING_STARTED_OVERRIDE: '1',
    EXTENSIONS_GALLERY: '{"serviceUrl":""}',
  };
  const entry = join(cache, 'node_modules', 'code-server', 'out', 'node', 'entry.js');
  const folders = ['--user-data-dir', join(data, 'user'), '--extensions-dir', join(data, 'extensions')];
  for (const vsix of vsixes) {
    const done = spawnSync(process.execPath, [entry, ...folders, '--install-extension', vsix, '--force'], { env, encoding: 'utf8' });
    if (done.status !== 0 || !/successfully installed/.test(done.stdout)) throw new Error(`${done.stdout}${done.stderr}`);
  }
  if (locale) speak(locale, join(data, 'user'));
  const port = await freePort();
  const options = ['--bind-addr', `127.0.0.1:${port}`, '--auth', 'none', '--disable-telemetry', '--disable-update-check'];
  options.push('--disable-getting-started-override', ...(locale ? ['--locale', locale] : []));
  // A group of its own, so that its children end with it.
  const child = spawn(process.execPath, [entry, ...folders, ...options, folder], { env, stdio: 'ignore', detached: true });
  const url = `http://127.0.0.1:${port}/`;
  for (let tries = 0; !(await fetch(`${url}healthz`).then((answer) => answer.ok, () => false)); tries++) {
    if (tries > 120 || child.exitCode !== null) throw new Error('code-server does not start');
    await pause(500);
  }
  return { url: `${url}?folder=${encodeURIComponent(folder)}`, data, stop: () => process.kill(-child.pid) };
}

/** As if a language pack were installed. The real ones are in a gallery; extensions see no difference. */
function speak(locale, folder) {
  const file = fileURLToPath(new URL('./japanese.i18n.json', import.meta.url));
  const extensions = [{ extensionIdentifier: { id: 'modwright.japanese' }, version: '0.0.1' }];
  const pack = { hash: 'tests', extensions, translations: { vscode: file }, label: locale };
  writeFileSync(join(folder, 'languagepacks.json'), JSON.stringify({ [locale]: pack }));
}

/** A page of 1280 × 800. */
export async function openBrowser(cache, locale = 'en-GB') {
  const { chromium } = createRequire(join(cache, 'package.json'))('playwright-core');
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: CHROMIUM });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale });
  return { page: await context.newPage(), close: () => browser.close() };
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
