/** VS Code's page in the words of somebody who uses it. Everything waits for what it names. */

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { withPalette } from './png.mjs';

const PATIENCE = 30_000;
const ACTIVE = '.editor-group-container.active';

export class Workbench {
  /** `folder`: what is open; `images`: where pictures go; `set`: sets the machine's settings. */
  constructor(page, folder, images, set) {
    Object.assign(this, { page, folder, images, set });
    page.setDefaultTimeout(PATIENCE);
  }

  /** `asksForTrust`: whether the dialog comes up; trust is not given then. */
  async load(url, asksForTrust = false) {
    await this.page.goto(url);
    await this.page.locator('.monaco-workbench').waitFor({ timeout: 90_000 });
    if (asksForTrust) await this.page.locator('.monaco-dialog-box .monaco-button', { hasText: "don't trust" }).click({ timeout: 60_000 });
    await this.page.locator('.explorer-folders-view .monaco-list-row').first().waitFor({ timeout: 90_000 });
    await this.sideBar(false);
  }

  /** Pictures are legible at a README's width; what stands side by side needs more. */
  size(isWide) {
    return this.page.setViewportSize(isWide ? { width: 1240, height: 720 } : { width: 1024, height: 640 });
  }

  /** The mouse where nothing answers to it: the empty part of the status bar. */
  rest() {
    return this.page.mouse.move(400, this.page.viewportSize().height - 8);
  }

  async picture(name, clip) {
    await this.status('Activating Extensions').waitFor({ state: 'detached' });
    const shot = await this.page.screenshot({ animations: 'disabled', ...(clip && { clip }) });
    writeFileSync(join(this.images, `vscode-${name}.png`), withPalette(shot));
  }

  /** Open a file by its path in the folder; the cursor is in it then. */
  async open(path) {
    const [name, ...folders] = path.split('/').reverse();
    const input = await this.ask('Control+P', path);
    const row = this.page.locator('.quick-input-list .monaco-list-row').first();
    const place = row.filter({ hasText: name });
    // Another file of the same name comes first until the search is through.
    await (folders.length ? place.filter({ hasText: folders.reverse().join('/') }) : place).waitFor();
    await input.press('Enter');
    await this.page.locator('.tab.active', { hasText: name }).waitFor();
    await this.inEditor();
  }

  /** Run a command of the palette. */
  async run(title) {
    await this.ask('F1', `>${title}`);
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().click();
  }

  /** Put the cursor at a line and a column, both from 1. */
  async goTo(line, column = 1) {
    const input = await this.ask('Control+G', `:${line}:${column}`);
    await input.press('Enter');
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    await this.inEditor();
  }

  /** Put the cursor at the first `words` of a file, or some UTF-16 units after. Gives the line, from 1. */
  async goToWords(path, words, after = 0) {
    const lines = readFileSync(join(this.folder, path), 'utf8').split('\n');
    const line = lines.findIndex((each) => each.includes(words)) + 1;
    assert.ok(line > 0, `${words} in ${path}`);
    await this.goTo(line, lines[line - 1].indexOf(words) + 1 + after);
    return line;
  }

  /** Write `text` before the first `words` of a file on disk. */
  insert(path, words, text) {
    const file = join(this.folder, path);
    writeFileSync(file, readFileSync(file, 'utf8').replace(words, () => text + words));
  }

  /** Open the box at the top by a key and write into it. */
  async ask(key, words) {
    await this.page.keyboard.press(key);
    const input = this.page.locator('.quick-input-widget:visible input').first();
    await input.fill(words);
    return input;
  }

  /** The rows that the box at the top offers. */
  rows() {
    return this.page.locator('.quick-input-list .monaco-list-row');
  }

  /** Where the cursor is in the active editor. VS Code leaves much undone until it is: when an editor
   * loses the focus it forgets even the code lenses that it was about to ask for. */
  async inEditor() {
    await this.page.locator(`${ACTIVE} .monaco-editor.focused .view-line`).first().waitFor();
  }

  /** A piece of text of the active editor that the highlighting keeps in one. */
  text(words) {
    return this.page.locator(`${ACTIVE} .view-line span span`, { hasText: words }).first();
  }

  /** A line of any editor. */
  line(words) {
    return this.page.locator('.view-line', { hasText: words }).first();
  }

  squiggles(kind) {
    return this.page.locator(`${ACTIVE} .squiggly-${kind}`);
  }

  lens(title) {
    return this.page.locator(`${ACTIVE} .codelens-decoration a`, { hasText: title }).first();
  }

  status(words) {
    return this.page.locator('.statusbar-item', { hasText: words });
  }

  toast(words) {
    return this.page.locator('.notification-toast', { hasText: words });
  }

  /** The rows of the Problems panel, which takes the focus. */
  async problems() {
    await this.page.keyboard.press('Control+Shift+M');
    const panel = this.page.locator('.markers-panel');
    await panel.waitFor();
    return panel.locator('.monaco-list-row');
  }

  async closePanel() {
    if (await this.page.locator('.part.panel').isVisible()) await this.page.keyboard.press('Control+J');
    await this.page.locator('.part.panel').waitFor({ state: 'hidden' });
  }

  async sideBar(isShown) {
    const bar = this.page.locator('.part.sidebar');
    if ((await bar.isVisible()) !== isShown) await this.page.keyboard.press('Control+B');
    await bar.waitFor({ state: isShown ? 'visible' : 'hidden' });
  }

  async hover(words) {
    await this.text(words).hover();
    const hover = this.page.locator('.monaco-hover:visible', { has: this.page.locator('.hover-contents') }).first();
    await hover.waitFor();
    return hover;
  }

  /** What is offered while one types. */
  suggestion(words) {
    return this.page.locator('.suggest-widget.visible .monaco-list-row', { hasText: words }).first();
  }

  /** The quick fixes at the cursor. */
  async fixes() {
    await this.page.keyboard.press('Control+.');
    return this.page.locator('.action-widget .monaco-list-row');
  }

  /** All the text that the active editor shows. */
  async shown() {
    const lines = await this.page.locator(`${ACTIVE} .view-lines .view-line`).allInnerTexts();
    return lines.join('\n').replaceAll('\u00a0', ' ');
  }

  /** Close all editors, and throw away what was changed. */
  async closeAll() {
    const tabs = this.page.locator('.tab').first();
    if (!(await tabs.isVisible())) return;
    await this.run('View: Close All Editors');
    const closed = tabs.waitFor({ state: 'detached' });
    const button = this.page.locator('.monaco-dialog-box .monaco-button', { hasText: "Don't Save" });
    const asked = button.click().catch(() => undefined);
    await Promise.race([closed, asked]);
    await closed;
  }
}
