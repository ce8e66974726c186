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
  'workbench.activityBar.location': 'hidden',
  'workbench.layoutControl.enabled': false,
  // What moves is neither waited for nor caught in the middle by a picture.
  'workbench.reduceMotion': 'on',
  'editor.cursorBlinking': 'solid',
  'window.menuBarVisibility': 'hidden',
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'update.mode': 'none',
  'chat.commandCenter.enabled': false,
  'security.workspace.trust.enabled': false,
  'files.autoSave': 'off',
  'files.simpleDialog.enable': true,
  'editor.inlineSuggest.enabled': false,
  'editor.minimap.enabled': false,
  'editor.stickyScroll.enabled': false,
  'editor.fontSize': 13,
  'editor.fontFamily': "'DejaVu Sans Mono', 'Noto Sans CJK JP', monospace",
  // Somebody who writes Japanese does not want it boxed where they trust nobody.
  'editor.unicodeHighlight.nonBasicASCII': false,
  'window.commandCenter': false,
  'window.title': '${dirty}${activeEditorShort}',
  'git.enabled': false,
};
const CHROMIUM = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
];

/** What several starts share. `cache`: where code-server is installed; `work`: for all that is written. */
export class CodeServer {
  constructor(cache, work) {
    this.entry = join(cache, 'node_modules', 'code-server', 'out', 'node', 'entry.js');
    this.work = work;
    this.extensions = join(work, 'extensions');
    this.env = {
      ...process.env,
      XDG_CONFIG_HOME: join(work, 'xdg'),
      XDG_DATA_HOME: join(work, 'xdg'),
      CS_DISABLE_GETTING_STARTED_OVERRIDE: '1',
      EXTENSIONS_GALLERY: '{"serviceUrl":""}',
    };
  }

  install(vsix) {
    const options = ['--extensions-dir', this.extensions, '--user-data-dir', join(this.work, 'install')];
    const command = [this.entry, ...options, '--install-extension', vsix, '--force'];
    const done = spawnSync(process.execPath, command, { env: this.env, encoding: 'utf8' });
    if (done.status !== 0 || !/successfully installed/.test(done.stdout)) throw new Error(`${done.stdout}${done.stderr}`);
  }

  /** Serve `folder`. `name`: of the folder for this start's data; `locale`: the language it speaks. */
  async start(name, folder, { locale, settings, env } = {}) {
    const data = join(this.work, name);
    for (const each of ['User', 'Machine']) mkdirSync(join(data, each), { recursive: true });
    const file = join(data, 'User', 'settings.json');
    // Which programs are run is a matter of the machine that they run on.
    const set = (more) => writeFileSync(join(data, 'Machine', 'settings.json'), JSON.stringify(more));
    set({});
    writeFileSync(file, JSON.stringify({ ...SETTINGS, ...settings }));
    if (locale) speak(locale, data);
    const port = await freePort();
    const options = ['--bind-addr', `127.0.0.1:${port}`, '--auth', 'none', '--disable-telemetry', '--disable-update-check'];
    options.push('--disable-getting-started-override', ...(locale ? ['--locale', locale] : []));
    const command = [this.entry, '--user-data-dir', data, '--extensions-dir', this.extensions, ...options, folder];
    // A group of its own, so that its children end with it.
    const child = spawn(process.execPath, command, { env: { ...this.env, ...env }, stdio: 'ignore', detached: true });
    const url = `http://127.0.0.1:${port}/`;
    for (let tries = 0; !(await fetch(`${url}healthz`).then((answer) => answer.ok, () => false)); tries++) {
      if (tries > 300 || child.exitCode !== null) throw new Error('code-server does not start');
      await pause(200);
    }
    return { url: `${url}?folder=${encodeURIComponent(folder)}`, set, stop: () => process.kill(-child.pid) };
  }
}

/** As if a language pack were installed. The real ones are in a gallery; extensions see no difference. */
function speak(locale, folder) {
  const file = fileURLToPath(new URL('./japanese.i18n.json', import.meta.url));
  const extensions = [{ extensionIdentifier: { id: 'modwright.japanese' }, version: '0.0.1' }];
  const pack = { hash: 'tests', extensions, translations: { vscode: file }, label: locale };
  writeFileSync(join(folder, 'languagepacks.json'), JSON.stringify({ [locale]: pack }));
}

export function openBrowser(cache) {
  const { chromium } = createRequire(join(cache, 'package.json'))('playwright-core');
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: CHROMIUM });
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
