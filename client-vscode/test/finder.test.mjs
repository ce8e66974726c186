// Finding a server, on machines that are made up. What the extension runs, without VS Code.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { bundleModule } from '../scripts/bundle.mjs';

const folder = await mkdtemp(join(tmpdir(), 'modwright-'));
after(() => rm(folder, { recursive: true }));
await bundleModule('finder', join(folder, 'finder.mjs'));
const { compareVersions, findPython, findServer, fit, readVersion } = await import(pathToFileURL(join(folder, 'finder.mjs')).href);

/** A machine: file → what it prints when asked for its version; an Error: it does not run. */
function machine(files, more = {}) {
  const ran = [];
  const log = [];
  const around = {
    settings: { server: '', python: '' },
    folders: ['/home/mika/町のルール'],
    isTrusted: true,
    searchPath: '/usr/local/bin:/usr/bin',
    home: '/home/mika',
    platform: 'linux',
    bundled: '/ext/bundled/libs',
    bundledPythons: [],
    installed: '/storage/server',
    ...more,
  };
  const world = {
    isFile: (file) => file in files,
    run: async ({ command, args }, more) => {
      ran.push([command, ...args, ...more].join(' '));
      const printed = args.includes('modwright') ? 'modwright 0.1.0\n' : files[command];
      if (printed === undefined) throw new Error(`spawn ${command} ENOENT`);
      if (printed instanceof Error) throw printed;
      return printed;
    },
    log: (line) => log.push(line),
  };
  return { around, world, ran, log, find: () => findServer(around, world) };
}

const SERVER = 'modwright 0.1.0\n';

test('versions are read out of what programs print', () => {
  assert.deepEqual(readVersion('modwright 0.12.3\n'), [0, 12, 3]);
  assert.deepEqual(readVersion('Python 3.13.0rc2'), [3, 13, 0]);
  assert.deepEqual(readVersion('3.9'), [3, 9, 0]);
  assert.equal(readVersion('command not found'), undefined);
});

test('versions are compared as numbers', () => {
  const sorted = [[3, 10, 0], [0, 9, 11], [3, 9, 20], [0, 10, 2]].sort(compareVersions);
  assert.deepEqual(sorted, [[0, 9, 11], [0, 10, 2], [3, 9, 20], [3, 10, 0]]);
  assert.equal(compareVersions([1, 2, 3], [1, 2, 3]), 0);
});

test('below 1.0 a minor version need not fit another, above it does', () => {
  assert.equal(fit([0, 1, 9], [0, 1, 0]), true);
  assert.equal(fit([0, 2, 0], [0, 1, 0]), false);
  assert.equal(fit([1, 4, 0], [1, 0, 0]), true);
  assert.equal(fit([2, 0, 0], [1, 0, 0]), false);
  assert.equal(fit([1, 0, 0], [0, 1, 0]), false);
});

test("the workspace's environment comes before PATH, and PATH before the bundled server", async () => {
  const own = '/home/mika/町のルール/.venv/bin/modwright';
  const everything = { [own]: SERVER, '/usr/bin/modwright': SERVER, '/usr/bin/python3': 'Python 3.12.1' };
  const bundle = { bundledPythons: ['3.12'] };
  assert.deepEqual(await machine(everything, bundle).find(), { command: own, args: [], origin: 'workspace', version: [0, 1, 0] });
  const { [own]: _, ...less } = everything;
  assert.equal((await machine(less, bundle).find()).command, '/usr/bin/modwright');
  const server = await machine({ '/usr/bin/python3': 'Python 3.12.1' }, bundle).find();
  assert.equal(server.origin, 'bundled');
  assert.deepEqual([server.command, ...server.args], ['/usr/bin/python3', '-m', 'modwright']);
  assert.equal(server.env.PYTHONPATH, '/ext/bundled/libs');
});

test('nothing that lies in a workspace is run before it is trusted', async () => {
  const own = '/home/mika/町のルール/.venv/bin/modwright';
  const { find, ran } = machine({ [own]: SERVER, '/usr/bin/modwright': SERVER }, { isTrusted: false });
  assert.equal((await find()).origin, 'path');
  assert.deepEqual(ran, ['/usr/bin/modwright --version']);
});

test('a relative folder of PATH is whatever folder is open: nothing in it is run', async () => {
  const { find, ran } = machine({ 'bin/modwright': SERVER, 'modwright': SERVER }, { searchPath: 'bin:.::' });
  assert.equal(await find(), undefined);
  assert.deepEqual(ran, []);
});

test('what a setting names is run, and nothing in its place', async () => {
  const other = { '/usr/bin/modwright': SERVER };
  const named = (server) => ({ settings: { server, python: '' } });
  const found = await machine({ '/home/mika/bin/modwright': 'modwright 0.3.0', ...other }, named('~/bin/modwright')).find();
  assert.deepEqual([found.origin, found.command, found.version], ['setting', '/home/mika/bin/modwright', [0, 3, 0]]);
  const inFolder = await machine({ '/home/mika/町のルール/tools/modwright': SERVER }, named('${workspaceFolder}/tools/modwright')).find();
  assert.equal(inFolder.command, '/home/mika/町のルール/tools/modwright');
  const gone = machine(other, named('/gone/modwright'));
  assert.equal(await gone.find(), undefined);
  assert.deepEqual(gone.ran, ['/gone/modwright --version']);
  assert.match(gone.log[0], /\/gone\/modwright .setting.: Error: spawn/);
});

test('one that is broken is passed over, and the log says why', async () => {
  const files = { '/usr/local/bin/modwright': new Error('No module named lupa'), '/usr/bin/modwright': SERVER };
  const { find, log } = machine(files);
  assert.equal((await find()).command, '/usr/bin/modwright');
  assert.match(log.join('\n'), /local.bin.modwright .path.: Error: No module named lupa/);
  const silent = machine({ '/usr/bin/modwright': 'hello\n' });
  assert.equal(await silent.find(), undefined);
  assert.match(silent.log.join('\n'), /says no version/);
});

test('the bundled server runs on a Python that it is made for', async () => {
  const files = { '/usr/bin/python3': 'Python 3.9.2', '/usr/local/bin/python3': 'Python 3.15.0', '/usr/bin/python3.11': 'Python 3.11.7' };
  const bundle = { bundledPythons: ['3.10', '3.11'] };
  assert.equal((await machine(files, bundle).find()).command, '/usr/bin/python3.11');
  const { '/usr/bin/python3.11': _, ...less } = files;
  const { find, log } = machine(less, bundle);
  assert.equal(await find(), undefined);
  assert.match(log.join('\n'), /3\.10, 3\.11/);
});

test('the server that was installed for VS Code comes last', async () => {
  const files = { '/storage/server/bin/modwright': SERVER };
  assert.equal((await machine(files).find()).origin, 'installed');
  assert.equal((await machine({ ...files, '/usr/bin/modwright': SERVER }).find()).origin, 'path');
});

test('a Python: the one of the setting first, none below 3.10, and none that does not run', async () => {
  const find = (files, python = '') => {
    const { around, world } = machine(files, { settings: { server: '', python } });
    return findPython(around, world);
  };
  const files = { '/usr/bin/python3': 'Python 3.9.1', '/usr/bin/python': new Error('store'), '/usr/bin/python3.13': 'Python 3.13.2' };
  assert.equal((await find(files)).command, '/usr/bin/python3.13');
  assert.equal((await find({ ...files, '/opt/py': 'Python 3.10.0' }, '/opt/py')).command, '/opt/py');
  assert.equal(await find({ '/usr/bin/python3': 'Python 3.9.1', '/usr/bin/python2': 'Python 2.7.18' }), undefined);
});

test('on Windows programs end in .exe, and the launcher finds a Python', async () => {
  const more = { platform: 'win32', searchPath: 'C:\\Tools;bin', folders: ['D:\\町'], installed: 'C:\\Storage\\server', bundledPythons: ['3.12'] };
  const found = await machine({ 'C:\\Tools\\modwright.exe': SERVER }, more).find();
  assert.equal(found.command, 'C:\\Tools\\modwright.exe');
  const bundled = await machine({ 'C:\\Tools\\py.exe': 'Python 3.12.4' }, more).find();
  assert.deepEqual([bundled.command, ...bundled.args], ['C:\\Tools\\py.exe', '-3', '-m', 'modwright']);
  const installed = await machine({ 'C:\\Storage\\server\\Scripts\\modwright.exe': SERVER }, more).find();
  assert.equal(installed.origin, 'installed');
});
