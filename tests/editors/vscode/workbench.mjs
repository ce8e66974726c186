/** VS Code's page in the words of somebody who uses it. Everything waits for what it names. */

const PATIENCE = 30_000;

export class Workbench {
  constructor(page) {
    this.page = page;
    page.setDefaultTimeout(PATIENCE);
  }

  /** `asksForTrust`: whether the dialog comes up; trust is not given then. */
  async load(url, asksForTrust = false) {
    await this.page.goto(url);
    await this.page.locator('.monaco-workbench').waitFor({ timeout: 90_000 });
    if (asksForTrust) await this.page.locator('.monaco-dialog-box .monaco-button', { hasText: "don't trust" }).click({ timeout: 60_000 });
    await this.page.locator('.explorer-folders-view .monaco-list-row').first().waitFor({ timeout: 90_000 });
  }

  /** Open a file by (a piece of) its path, in the editor. */
  async open(path) {
    await this.page.keyboard.press('Control+P');
    const input = this.page.locator('.quick-input-widget input').first();
    await input.waitFor();
    await input.fill(path);
    const row = this.page.locator('.quick-input-list .monaco-list-row').first();
    await row.filter({ hasText: path.split('/').at(-1) }).waitFor();
    await this.page.keyboard.press('Enter');
    await this.page.locator('.tab.active', { hasText: path.split('/').at(-1) }).waitFor();
    await this.page.locator('.editor-instance .view-line').first().waitFor();
  }

  /** Run a command of the palette. */
  async run(title) {
    await this.page.keyboard.press('F1');
    const input = this.page.locator('.quick-input-widget input').first();
    await input.waitFor();
    await input.fill(`>${title}`);
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().click();
  }

  /** Put the cursor at a line and a column, both from 1. */
  async goTo(line, column = 1) {
    await this.page.keyboard.press('Control+G');
    const input = this.page.locator('.quick-input-widget input').first();
    await input.waitFor();
    await input.fill(`:${line}:${column}`);
    await this.page.keyboard.press('Enter');
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  }

  /** A piece of text of the active editor that the highlighting keeps in one. */
  text(words) {
    return this.page.locator('.editor-group-container.active .view-line span span', { hasText: words }).first();
  }

  squiggles(kind) {
    return this.page.locator(`.editor-group-container.active .squiggly-${kind}`);
  }

  /** The rows of the Problems panel, shown if it is not. */
  async problems() {
    const panel = this.page.locator('.markers-panel');
    if (!(await panel.isVisible())) await this.page.keyboard.press('Control+Shift+M');
    await panel.waitFor();
    return panel.locator('.monaco-list-row');
  }

  async closePanel() {
    if (await this.page.locator('.part.panel').isVisible()) await this.page.keyboard.press('Control+J');
    await this.page.locator('.part.panel').waitFor({ state: 'hidden' });
  }

  async sideBar(shown) {
    const bar = this.page.locator('.part.sidebar');
    if ((await bar.isVisible()) !== shown) await this.page.keyboard.press('Control+B');
    await bar.waitFor({ state: shown ? 'visible' : 'hidden' });
  }

  async hover(words) {
    const hover = this.page.locator('.monaco-hover:visible .hover-contents').first();
    for (let tries = 0; tries < 5; tries++) {
      await this.page.mouse.move(5, 5);
      await this.text(words).hover();
      if (await hover.waitFor({ timeout: 4000 }).then(() => true, () => false)) break;
    }
    await hover.waitFor();
    return this.page.locator('.monaco-hover:visible').first();
  }

  async suggestions() {
    const widget = this.page.locator('.suggest-widget.visible');
    for (let tries = 0; tries < 5; tries++) {
      await this.page.keyboard.press('Control+Space');
      if (await widget.locator('.monaco-list-row').first().waitFor({ timeout: 4000 }).then(() => true, () => false)) break;
    }
    return widget.locator('.monaco-list-row');
  }

  /** The quick fixes at the cursor. */
  async fixes() {
    const rows = this.page.locator('.action-widget .monaco-list-row');
    for (let tries = 0; tries < 5; tries++) {
      await this.page.keyboard.press('Control+.');
      if (await rows.first().waitFor({ timeout: 4000 }).then(() => true, () => false)) break;
    }
    return rows;
  }

  lens(title) {
    return this.page.locator('.codelens-decoration a', { hasText: title }).first();
  }

  /** All the text that an editor shows, of the active group or another. */
  async shown(group = '.editor-group-container.active') {
    const lines = await this.page.locator(`${group} .view-lines .view-line`).allInnerTexts();
    return lines.join('\n').replaceAll('\u00a0', ' ');
  }

  async closeAll() {
    await this.run('View: Close All Editors');
    const dontSave = this.page.locator('.monaco-dialog-box .monaco-button', { hasText: "Don't Save" });
    if (await dontSave.waitFor({ timeout: 1500 }).then(() => true, () => false)) await dontSave.click();
    await this.page.locator('.tab').first().waitFor({ state: 'detached' });
  }
}
