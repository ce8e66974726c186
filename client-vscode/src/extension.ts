/** Starts the server and connects what VS Code offers to it. No knowledge of the languages lives here. */

import * as vscode from 'vscode';
import { Commands } from './commands';
import { offerToInstall } from './install';
import { Previews } from './previews';
import { Session } from './session';

const { workspace } = vscode;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const previews = new Previews();
  const executeCommand = (command: string, args: unknown[], next: (command: string, args: unknown[]) => unknown) =>
    commands.show(command, args) ?? next(command, args);
  const session: Session = new Session(context, { executeCommand }, () => offerToInstall(session));
  const commands = new Commands(session, previews);
  context.subscriptions.push(
    ...[previews, session, commands.register()],
    workspace.onDidOpenTextDocument(nameLanguage),
    workspace.onDidGrantWorkspaceTrust(() => session.restart()),
    workspace.onDidChangeConfiguration((event) =>
      ['modwright.server', 'modwright.trace'].some((each) => event.affectsConfiguration(each)) && session.restart()),
  );
  await Promise.all([session.restart(), ...workspace.textDocuments.map(nameLanguage)]);
}

/** Language packs and catalogs have names that are common elsewhere: what counts is what lies beside them. */
async function nameLanguage(document: vscode.TextDocument): Promise<void> {
  const kind = /\/(locale|catalog)s\/[^/]+\.json$/.exec(document.uri.path)?.[1];
  if (!kind || document.languageId !== 'json' || document.uri.scheme !== 'file') return;
  const ruleset = vscode.Uri.joinPath(document.uri, '..', '..', 'ruleset.json');
  const isThere = await workspace.fs.stat(ruleset).then(() => true, () => false);
  if (isThere) await vscode.languages.setTextDocumentLanguage(document, `ruleset-${kind}`);
}
