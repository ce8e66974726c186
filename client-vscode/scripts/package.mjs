/**
 * Builds the extension.
 *
 *   npm run package                          any platform; the server is installed on request
 *   npm run package -- --target linux-x64    with the server inside, for one platform
 *   npm run build                            only the folder, for `code --extensionDevelopmentPath=`
 *
 * Needs Python with pip (the variable PYTHON, or `python3`) to build the server's wheel.
 */

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { bundleExtension } from './bundle.mjs';

/** VS Code's names of platforms, and those of the wheels that run there (newest kind first). */
const PLATFORMS = {
  'linux-x64': ['manylinux_2_28_x86_64', 'manylinux_2_17_x86_64', 'manylinux2014_x86_64', 'manylinux_2_12_x86_64', 'manylinux_2_5_x86_64', 'manylinux1_x86_64'],
  'linux-arm64': ['manylinux_2_28_aarch64', 'manylinux_2_17_aarch64', 'manylinux2014_aarch64'],
  'alpine-x64': ['musllinux_1_2_x86_64', 'musllinux_1_1_x86_64'],
  'alpine-arm64': ['musllinux_1_2_aarch64', 'musllinux_1_1_aarch64'],
  'darwin-x64': ['macosx_11_0_x86_64', 'macosx_10_15_x86_64', 'macosx_10_13_x86_64', 'macosx_10_12_x86_64', 'macosx_10_9_x86_64', 'macosx_11_0_universal2', 'macosx_10_9_universal2'],
  'darwin-arm64': ['macosx_11_0_arm64', 'macosx_11_0_universal2', 'macosx_10_9_universal2'],
  'win32-x64': ['win_amd64'],
  'win32-arm64': ['win_arm64'],
};
const PYTHONS = ['3.10', '3.11', '3.12', '3.13', '3.14'];
// pip reads markers such as `python_version < '3.11'` for the Python that it runs on, not for the one
// asked for. What they would bring is small and does no harm elsewhere.
const BEHIND_MARKERS = ['tomli>=2.0.1', 'exceptiongroup>=1.1.1', 'typing-extensions>=4.12'];
// Lua in other versions than the sandbox's, the fast half of what only Python 3.10 needs, and what is for
// building and testing.
const LEFT_OUT = /(^|\/)(lupa\/(lua5[1235]|luajit\d+)\..*|lupa\/tests|bin|__pycache__|tomli\/.*\.(so|pyd)|[^/]*__mypyc\..*|.*\.(pyx|pxd|pyi))$/;
const REPOSITORY = 'https://github.com/modwright/modwright';

const client = fileURLToPath(new URL('..', import.meta.url));
const top = join(client, '..');
const python = process.env.PYTHON ?? 'python3';

const { values } = parseArgs({
  options: {
    target: { type: 'string' },
    out: { type: 'string', default: join(client, 'out') },
    'stage-only': { type: 'boolean', default: false },
  },
});
const { target, out } = values;
if (target !== undefined && !(target in PLATFORMS)) {
  console.error(`no platform: ${target}. There are ${Object.keys(PLATFORMS).join(', ')}`);
  process.exit(2);
}

const stage = join(out, target ?? 'universal');
rmSync(stage, { recursive: true, force: true });
mkdirSync(stage, { recursive: true });
copyFiles();
await bundleExtension(join(stage, 'out', 'extension.js'));
if (!values['stage-only']) {
  const wheel = buildWheel();
  if (target) bundleServer(wheel, PLATFORMS[target]);
  packStage();
}

function copyFiles() {
  for (const each of ['.vscodeignore', 'README.md', 'icon.png', 'l10n', 'languages', 'package.nls.json', 'package.nls.ja.json', 'snippets', 'walkthrough']) {
    cpSync(join(client, each), join(stage, each), { recursive: true });
  }
  for (const each of ['LICENSE', 'CHANGELOG.md']) cpSync(join(top, each), join(stage, each));
  const textmate = join(top, 'grammars', 'textmate');
  if (existsSync(textmate)) cpSync(textmate, join(stage, 'grammars'), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8'));
  manifest.contributes.grammars = manifest.contributes.grammars.filter(({ path }) => existsSync(join(stage, path)));
  for (const { media } of manifest.contributes.walkthroughs.flatMap(({ steps }) => steps)) {
    const picture = media.image && join(top, 'docs', media.image);
    if (picture && existsSync(picture)) cpSync(picture, join(stage, media.image));
    else if (picture) console.warn(`no picture yet: ${media.image}`);
  }
  if (target) manifest.bundledPythons = PYTHONS;
  for (const key of ['scripts', 'devDependencies', 'private']) delete manifest[key];
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

function buildWheel() {
  const folder = join(stage, 'bundled');
  pip('wheel', '--no-deps', '--wheel-dir', folder, top);
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.whl')));
}

/** The wheels for every Python in one folder: what is compiled carries its Python in its name. */
function bundleServer(wheel, platforms) {
  const libs = join(stage, 'bundled', 'libs');
  const pins = join(out, 'pins.txt');
  rmSync(pins, { force: true });
  for (const version of PYTHONS) {
    const one = join(out, `libs-${version}`);
    rmSync(one, { recursive: true, force: true });
    // The oldest Python has the least choice, so the others take its versions.
    const pinned = existsSync(pins) ? ['--constraint', pins] : [];
    const wanted = [...platforms.flatMap((name) => ['--platform', name]), '--python-version', version, '--implementation', 'cp'];
    pip('install', '--no-compile', '--only-binary=:all:', ...wanted, ...pinned, '--target', one, wheel, ...BEHIND_MARKERS);
    if (!pinned.length) writeFileSync(pins, pinsIn(one));
    cpSync(one, libs, { recursive: true });
    rmSync(one, { recursive: true });
  }
  rmSync(pins);
  for (const each of readdirSync(libs, { recursive: true })) {
    if (LEFT_OUT.test(each.replaceAll(sep, '/'))) rmSync(join(libs, each), { recursive: true, force: true });
  }
}

function pinsIn(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.dist-info') && !name.startsWith('modwright-'));
  return names.map((name) => name.replace(/^(.*)-([^-]+)\.dist-info$/, '$1==$2\n')).join('');
}

function packStage() {
  const vsce = join(createRequire(import.meta.url).resolve('@vscode/vsce/package.json'), '..', 'vsce');
  const links = ['--baseContentUrl', `${REPOSITORY}/blob/HEAD/client-vscode`, '--baseImagesUrl', `${REPOSITORY}/raw/HEAD/client-vscode`];
  const platform = target ? ['--target', target] : [];
  const file = join(out, `modwright-${target ?? 'universal'}.vsix`);
  run(process.execPath, [vsce, 'package', '--no-dependencies', ...links, ...platform, '--out', file], stage);
}

function pip(...args) {
  run(python, ['-m', 'pip', '--disable-pip-version-check', '--quiet', ...args], top);
}

function run(command, args, cwd) {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
}
