/** Read-only documents beside the editor, made anew whenever what they speak of changes. */

import * as vscode from 'vscode';
import type { Range } from 'vscode-languageclient/node';
import { LANGUAGES } from './session';

const SCHEME = 'modwright';
const OPEN = '_modwright.open';
const PAUSE_MS = 600;

export interface Shown {
  readonly text: string;
  /** Where pieces of the text lead to. */
  readonly links?: readonly { readonly range: Range; readonly target: string }[];
}

type Make = (token: vscode.CancellationToken) => Promise<Shown>;

interface Preview {
  readonly make: Make;
  /** Where the links of the text open: where its source is. */
  readonly column: vscode.ViewColumn;
  shown: Shown;
  run?: vscode.CancellationTokenSource;
}

export class Previews implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  // Not forgotten when they close: a change of language closes them, too.
  private readonly previews = new Map<string, Preview>();
  private timer: NodeJS.Timeout | undefined;
  private readonly parts = vscode.Disposable.from(
    this.changed,
    vscode.commands.registerCommand(OPEN, open),
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: this.changed.event,
      provideTextDocumentContent: (uri) => this.previews.get(uri.toString())?.shown.text,
    }),
    vscode.languages.registerDocumentLinkProvider({ scheme: SCHEME }, {
      provideDocumentLinks: (document) => links(this.previews.get(document.uri.toString())),
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length && LANGUAGES.includes(document.languageId)) this.refreshSoon();
    }),
  );

  /** A document called `title` about `source`. Throws what `make` throws. */
  async open(title: string, source: vscode.Uri, make: Make): Promise<vscode.Uri> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${title}`, query: source.toString() });
    const column = vscode.window.activeTextEditor?.viewColumn ?? vscode.ViewColumn.One;
    this.previews.set(uri.toString(), { make, column, shown: await make(new vscode.CancellationTokenSource().token) });
    this.changed.fire(uri);
    return uri;
  }

  /** `open`, in the column beside, where the cursor does not go. */
  async show(title: string, source: vscode.Uri, make: Make): Promise<void> {
    const where = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: false };
    const document = await vscode.workspace.openTextDocument(await this.open(title, source, make));
    await vscode.languages.setTextDocumentLanguage(document, 'modwright-preview');
    await vscode.window.showTextDocument(document, where);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.parts.dispose();
  }

  private refreshSoon(): void {
    const visible = () => vscode.window.visibleTextEditors.map(({ document }) => this.refresh(document.uri));
    clearTimeout(this.timer);
    this.timer = setTimeout(visible, PAUSE_MS);
  }

  private async refresh(uri: vscode.Uri): Promise<void> {
    const preview = this.previews.get(uri.toString());
    if (!preview) return;
    preview.run?.cancel();
    const { token } = (preview.run = new vscode.CancellationTokenSource());
    const failed = (problem: unknown) => ({ text: `✗ ${(problem as Error).message}\n` });
    const shown = await preview.make(token).catch(failed);
    if (token.isCancellationRequested) return;
    preview.shown = shown;
    this.changed.fire(uri);
  }
}

function links(preview?: Preview): vscode.DocumentLink[] {
  return (preview?.shown.links ?? []).map(({ range: { start, end }, target }) => {
    const range = new vscode.Range(start.line, start.character, end.line, end.character);
    const query = encodeURIComponent(JSON.stringify([target, preview?.column]));
    return new vscode.DocumentLink(range, vscode.Uri.from({ scheme: 'command', path: OPEN, query }));
  });
}

/** A plain link would open in the place of the preview that it stands in. */
function open(target: string, viewColumn: vscode.ViewColumn): Thenable<unknown> {
  const uri = vscode.Uri.parse(target);
  const line = Number(/^L(\d+)$/.exec(uri.fragment)?.[1] ?? 1) - 1;
  const selection = new vscode.Range(line, 0, line, 0);
  return vscode.window.showTextDocument(uri.with({ fragment: '' }), { viewColumn, selection });
}
