// The extension's manifest and its texts, held against each other and against the sources.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const client = fileURLToPath(new URL('..', import.meta.url));
const read = (...parts) => readFileSync(join(client, ...parts), 'utf8');
const json = (...parts) => JSON.parse(read(...parts));

const manifest = json('package.json');
const { contributes } = manifest;
const sources = readdirSync(join(client, 'src')).map((name) => read('src', name)).join('\n');

test('the texts of the manifest are there in English and in Japanese, all of them and no others', () => {
  const used = [...JSON.stringify(manifest).matchAll(/"%([^%"]+)%"/g)].map((found) => found[1]);
  for (const file of ['package.nls.json', 'package.nls.ja.json']) {
    assert.deepEqual(Object.keys(json(file)).sort(), [...new Set(used)].sort(), file);
  }
});

test('every message of the sources is there in Japanese, with the same holes', () => {
  const used = [...sources.matchAll(/l10n\.t\(\s*(['"])(.*?)\1/g)].map((found) => found[2]);
  const japanese = json('l10n', 'bundle.l10n.ja.json');
  assert.deepEqual(Object.keys(japanese).sort(), [...new Set(used)].sort());
  const holes = (text) => [...text.matchAll(/\{\d\}/g)].map(String).sort();
  for (const [english, words] of Object.entries(japanese)) assert.deepEqual(holes(words), holes(english), english);
});

test('every command of the manifest is registered, and the other way round', () => {
  const body = /const commands = \{([^]*?)\n {4}\};/.exec(sources)[1];
  const registered = [...body.matchAll(/^ {6}(\w+):/gm)].map((found) => `modwright.${found[1]}`);
  assert.deepEqual(contributes.commands.map(({ command }) => command).sort(), registered.sort());
});

test('each language wakes the extension, completes inside texts, and has its files', () => {
  for (const { id, configuration } of contributes.languages.filter((each) => each.configuration)) {
    assert.ok(manifest.activationEvents.includes(`onLanguage:${id}`), id);
    assert.equal(contributes.configurationDefaults[`[${id}]`]['editor.quickSuggestions'].strings, true);
    const { wordPattern } = json(configuration);
    const words = 'a-b.c {player'.match(new RegExp(wordPattern, 'g'));
    // Where there are templates, a variable is one word with its brace.
    assert.deepEqual(words, ['a-b.c', id === 'nimblock' ? '{player' : 'player'], id);
    assert.ok(contributes.grammars.some(({ language }) => language === id), `no grammar for ${id}`);
  }
  for (const { path } of contributes.snippets) assert.ok(existsSync(join(client, path)), path);
});

test('snippets without their holes are documents of their language', () => {
  const filled = (body) => body.join('\n').replace(/\$\{\d+:((?:\\\}|\$\{[^{}]*\}|[^{}])*)\}/g, '$1').replace(/\$\{\d+\|([^,|]*)[^}]*\}/g, '$1').replace(/\$\d/g, '').replaceAll('\\}', '}');
  for (const name of ['nimblock', 'ruleset']) {
    for (const [title, { body, prefix }] of Object.entries(json('snippets', `${name}.json`))) {
      assert.ok(prefix, title);
      assert.doesNotThrow(() => JSON.parse(filled(body)), `${title}: ${filled(body)}`);
    }
  }
});

test('in an untrusted workspace the settings that name programs do not count', () => {
  const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
  assert.equal(supported, 'limited');
  const programs = Object.keys(contributes.configuration.properties).filter((name) => name.startsWith('modwright.server.'));
  assert.deepEqual(restrictedConfigurations.sort(), programs.sort());
});

test('the version is the one of the server', () => {
  const project = readFileSync(join(client, '..', 'pyproject.toml'), 'utf8');
  assert.equal(/^version = "(.*)"$/m.exec(project)[1], manifest.version);
});

test('the client stays thin', () => {
  const lines = sources.trimEnd().split('\n').filter(Boolean).length;
  assert.ok(lines < 600, `${lines} lines of TypeScript`);
});
