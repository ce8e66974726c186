/** What the palette, code lenses and quick fixes offer beside the language features. */

import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Previews, Shown } from './previews';
import type { Session } from './session';

const { l10n, window, workspace, Uri } = vscode;

/** What a trace of a rule can be told: a text, or a yes or no. */
interface Input {
  readonly group: 'variables' | 'has';
  readonly name: string;
  readonly label: string;
  readonly value: string | boolean;
}
interface Rule {
  readonly rule: number;
  readonly name: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly inputs: readonly Input[];
}
/** What `modwright.offers` answers: what of a document can be traced, and put on. */
interface Offers {
  readonly rules: readonly Rule[];
  readonly layers: readonly { id: string; name: string }[];
}
/** What `modwright.layers` answers; `files` are the catalogs in files of their own that change, from the ruleset on. */
interface Layered {
  readonly layered: string;
  readonly files?: readonly { readonly path: string; readonly layered: string }[];
}

export class Commands {
  constructor(
    private readonly session: Session,
    private readonly previews: Previews,
  ) {}

  /** Make the palette's commands known. */
  register(): vscode.Disposable {
    const commands = {
      restart: () => this.session.restart(),
      showLog: () => { this.session.log.show(); },
      runPlan: () => this.plan(activeFile()),
      traceRule: () => this.trace(activeFile()),
      previewLayers: () => this.layers(activeFile()),
      new: () => this.create(),
      exportSchema: () => this.exportSchema(),
    };
    const known = ([name, run]: [string, () => unknown]) =>
      vscode.commands.registerCommand(`modwright.${name}`, () => guarded(run));
    return vscode.Disposable.from(...Object.entries(commands).map(known));
  }

  /** Show what a command of the server answers; undefined for one that has nothing to show. */
  show(command: string, [uri, second]: readonly unknown[]): Promise<unknown> | undefined {
    const source = Uri.parse(String(uri));
    if (command === 'modwright.plan') return guarded(() => this.plan(source));
    if (command === 'modwright.trace') return guarded(() => this.trace(source, second));
    if (command === 'modwright.layers') return guarded(() => this.layers(source, second));
    return undefined;
  }

  private async plan(source: vscode.Uri): Promise<void> {
    if (!workspace.isTrusted) throw new Error(l10n.t('Scripts are not run in a workspace that you do not trust.'));
    await this.previews.show(l10n.t('Plan of {0}', basename(source.path)), source, (token) =>
      this.session.ask<Shown>('modwright.plan', [source.toString()], token),
    );
  }

  private async trace(source: vscode.Uri, wanted?: unknown): Promise<void> {
    const { rules } = await this.session.ask<Offers>('modwright.offers', [source.toString()]);
    const rule = rules.find((each) => each.rule === wanted) ?? (await pickRule(rules));
    const given = rule && (await askValues(rule));
    if (!given) return;
    await this.previews.show(l10n.t('Trace of {0}', rule.name), source, (token) =>
      this.session.ask<Shown>('modwright.trace', [source.toString(), rule.rule, given], token),
    );
  }

  private async layers(source: vscode.Uri, wanted?: unknown): Promise<void> {
    const given = [wanted].flat().filter((id) => typeof id === 'string');
    const { layers } = await this.session.ask<Offers>('modwright.offers', [source.toString()]);
    const ids = given.length ? given : await pickLayers(layers);
    if (!ids?.length) return;
    const ask = (token?: vscode.CancellationToken) =>
      this.session.ask<Layered>('modwright.layers', [source.toString(), ids], token);
    const titled = ({ path }: vscode.Uri) => l10n.t('{0} with {1}', basename(path), ids.join(', '));
    const title = titled(source);
    const layered = await this.previews.open(`${title}.json`, source, async (token) => ({ text: (await ask(token)).layered }));
    const { files } = await ask();
    if (!files?.length) {
      await vscode.commands.executeCommand('vscode.diff', source, layered, title);
      return;
    }
    const others = files.map(async ({ path }) => {
      const catalog = Uri.joinPath(source, '..', path);
      const make = async (token: vscode.CancellationToken) => {
        const now = (await ask(token)).files?.find((each) => each.path === path);
        return { text: now?.layered ?? (await workspace.openTextDocument(catalog)).getText() };
      };
      return [catalog, catalog, await this.previews.open(`${titled(catalog)}.json`, catalog, make)];
    });
    const all = [[source, source, layered], ...(await Promise.all(others))];
    await vscode.commands.executeCommand('vscode.changes', title, all);
  }

  private async create(): Promise<void> {
    const options = ['--format', 'json', '--locale', vscode.env.language.startsWith('ja') ? 'ja' : 'en'];
    const kinds = JSON.parse(await this.session.run('new', ...options)) as { kind: string; title: string }[];
    const items = kinds.map(({ kind, title }) => ({ label: title, description: kind }));
    const kind = (await window.showQuickPick(items, { placeHolder: l10n.t('What is it to be?') }))?.description;
    const dialog = { title: l10n.t('The new folder'), saveLabel: l10n.t('Create'), ...inWorkspace(`my-${kind ?? ''}`) };
    const folder = kind && (await window.showSaveDialog(dialog));
    if (!folder) return;
    const printed = await this.session.run('new', kind, folder.fsPath, ...options);
    const [first] = (JSON.parse(printed) as { created: string[] }).created;
    if (first) await window.showTextDocument(Uri.file(first));
  }

  private async exportSchema(): Promise<void> {
    const schema = await this.session.run('schema', 'nimblock');
    const dialog = { title: l10n.t('The schema of NimBlock specs'), ...inWorkspace('plugin-1.schema.json') };
    const target = await window.showSaveDialog(dialog);
    if (!target) return;
    await workspace.fs.writeFile(target, new TextEncoder().encode(schema));
    await window.showTextDocument(target);
  }
}

function guarded(run: () => unknown): Promise<unknown> {
  return Promise.resolve().then(run).catch((problem: unknown) => window.showErrorMessage((problem as Error).message));
}

function activeFile(): vscode.Uri {
  if (!window.activeTextEditor) throw new Error(l10n.t('Open a package file first.'));
  return window.activeTextEditor.document.uri;
}

function inWorkspace(path: string) {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  return folder ? { defaultUri: Uri.joinPath(folder, path) } : {};
}

async function pickLayers(layers: Offers['layers']): Promise<string[] | undefined> {
  if (!layers.length) throw new Error(l10n.t('This file has no layers.'));
  const items = layers.map(({ id, name }) => ({ label: name, description: id }));
  const options = { canPickMany: true, placeHolder: l10n.t('Which layers are on?') } as const;
  return (await window.showQuickPick(items, options))?.map((item) => item.description);
}

/** The rule of the cursor's line, or one that is picked. */
async function pickRule(rules: readonly Rule[]): Promise<Rule | undefined> {
  if (!rules.length) throw new Error(l10n.t('There is no rule to trace in this file.'));
  const line = window.activeTextEditor?.selection.active.line ?? -1;
  const items = rules.map((rule) => ({ label: rule.name, description: l10n.t('line {0}', rule.startLine + 1), rule }));
  const here = rules.find(({ startLine, endLine }) => startLine <= line && line <= endLine);
  return here ?? (await window.showQuickPick(items, { placeHolder: l10n.t('Which rule?') }))?.rule;
}

/** What differs from the values to start from; undefined when the user leaves. */
async function askValues({ name: title, inputs }: Rule) {
  const values = inputs.map((input) => input.value);
  const given: Record<Input['group'], Record<string, string | boolean>> = { variables: {}, has: {} };
  const go = { label: `$(play) ${l10n.t('Trace')}`, index: -1 };
  const shown = (value?: string | boolean) => (value === true ? l10n.t('yes') : value === false ? l10n.t('no') : value);
  const options = { title, placeHolder: l10n.t('Start, or pick what to change first') };
  for (let index = inputs.length ? 0 : -1; index >= 0; ) {
    const items = inputs.map(({ label }, at) => ({ label: `${label}: ${shown(values[at])}`, index: at }));
    const picked = await window.showQuickPick([go, ...items], options);
    if (!picked) return undefined;
    ({ index } = picked);
    const [input, value] = [inputs[index], values[index]];
    if (!input || value === undefined) break;
    const ask = () => window.showInputBox({ prompt: input.label, value: String(value) });
    given[input.group][input.name] = values[index] = typeof value === 'boolean' ? !value : ((await ask()) ?? value);
  }
  return given;
}
