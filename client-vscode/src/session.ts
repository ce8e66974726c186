/** The running server: found, started, restarted, and shown in the status item. */

import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { ExecuteCommandRequest, LanguageClient, type MessageSignature, type Middleware, type WorkspaceMiddleware } from 'vscode-languageclient/node';
import { findServer, fit, readVersion, type Program, type Server, type Surroundings, type World } from './finder';

const { l10n, window, workspace, LanguageStatusSeverity, LogLevel } = vscode;

/** The server picks what is its own out of the last three. */
export const LANGUAGES = ['nimblock', 'ruleset', 'ruleset-locale', 'ruleset-catalog', 'ruleset-manifest', 'oamut']
  .concat('json', 'yaml', 'lua');
const SELECTOR = LANGUAGES.flatMap((language) => ['file', 'untitled'].map((scheme) => ({ language, scheme })));

/** What fails while the server is exchanged is in the log: a notification for each request helps nobody. */
class Client extends LanguageClient {
  override handleFailedRequest<T>(
    type: MessageSignature, token: vscode.CancellationToken | undefined, problem: unknown, otherwise: T, _?: boolean, throws?: boolean,
  ): T {
    return super.handleFailedRequest(type, token, problem, otherwise, false, throws);
  }
}

export class Session implements vscode.Disposable {
  readonly log = window.createOutputChannel('modwright', { log: true });
  readonly world: World = {
    isFile: (file) => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false,
    run: async (program, args) => {
      const options = { ...this.options(program), windowsHide: true, maxBuffer: 1 << 24 };
      return (await promisify(execFile)(program.command, [...program.args, ...args], options)).stdout;
    },
    log: (line) => { this.log.info(line); },
  };
  private readonly status = vscode.languages.createLanguageStatusItem('modwright.server', SELECTOR);
  private readonly manifest: { readonly version: string; readonly bundledPythons?: string[] };
  private running: { readonly server: Server; readonly client: LanguageClient } | undefined;
  private turn = Promise.resolve();
  private restarts = 0;

  /** `middleware` sees the commands before they go to the server; `offer` is called where there is no server. */
  constructor(
    readonly context: vscode.ExtensionContext,
    private readonly middleware: Middleware,
    private readonly offer: () => unknown,
  ) {
    // `bundledPythons` is written when a package for a platform is built.
    this.manifest = context.extension.packageJSON as typeof this.manifest;
    this.status.name = 'modwright';
    this.status.command = { command: 'modwright.showLog', title: l10n.t('Show log') };
  }

  /** Stop what runs and start what is to run by now; one call after the other. */
  restart(): Promise<void> {
    const fail = (problem: unknown) => {
      const { message } = problem as Error;
      this.log.error(message);
      this.show(LanguageStatusSeverity.Error, l10n.t('modwright does not run'), message);
    };
    this.restarts += 1;
    const done = () => { this.restarts -= 1; };
    this.turn = this.turn.then(() => this.stop()).then(() => this.start()).catch(fail).finally(done);
    return this.turn;
  }

  /** What modwright prints on its command line. */
  run(...args: string[]): Promise<string> {
    return this.world.run((this.running ?? notRunning()).server, args);
  }

  /** The answer of the server to one of its commands. */
  ask<T>(command: string, args: unknown[], token?: vscode.CancellationToken): Promise<T> {
    const { client } = this.running ?? notRunning();
    return client.sendRequest(ExecuteCommandRequest.type, { command, arguments: args }, token) as Promise<T>;
  }

  surroundings(): Surroundings {
    const settings = workspace.getConfiguration('modwright.server');
    return {
      settings: { server: settings.get('path', ''), python: settings.get('python', '') },
      folders: (workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath),
      isTrusted: workspace.isTrusted,
      searchPath: process.env['PATH'] ?? '',
      home: homedir(),
      platform: process.platform,
      bundled: join(this.context.extensionPath, 'bundled', 'libs'),
      bundledPythons: this.manifest.bundledPythons ?? [],
      installed: join(this.context.globalStorageUri.fsPath, 'server'),
    };
  }

  async dispose(): Promise<void> {
    await this.turn.then(() => this.stop());
    vscode.Disposable.from(this.status, this.log).dispose();
  }

  private async start(): Promise<void> {
    Object.assign(this.status, { busy: true, text: l10n.t('modwright is starting') });
    const around = this.surroundings();
    const server = await findServer(around, this.world);
    if (!server) {
      this.offer();
      throw new Error(l10n.t('There is no modwright server on this machine.'));
    }
    const { command, origin, version } = server;
    this.log.info(`modwright ${version.join('.')} (${origin}): ${[command, ...server.args].join(' ')}`);
    const executable = { command, args: [...server.args, 'serve'], options: this.options(server) };
    const client = new Client('modwright', 'modwright', executable, {
      documentSelector: SELECTOR,
      outputChannel: this.log,
      traceOutputChannel: this.traceLog(),
      middleware: { ...this.middleware, workspace: { didChangeConfiguration: this.tellSettings } },
      initializationOptions: workspace.getConfiguration('modwright'),
    });
    this.running = { server, client };
    await client.start();
    this.tell(server);
  }

  private async stop(): Promise<void> {
    const client = this.running?.client;
    this.running = undefined;
    await client?.dispose().catch((problem: unknown) => { this.log.warn(String(problem)); });
  }

  /** A server that is about to end needs no settings, and the next one asks for them. */
  private readonly tellSettings: NonNullable<WorkspaceMiddleware['didChangeConfiguration']> = (sections, next) =>
    this.restarts ? Promise.resolve() : next(sections);

  /** The status item tells who serves; that the versions don't fit is also said aloud, once. */
  private tell({ version, origin, command }: Server): void {
    const [shown, made] = [version.join('.'), this.manifest.version];
    if (fit(version, readVersion(made) ?? version)) {
      const own = { bundled: l10n.t('part of the extension'), installed: l10n.t('installed for VS Code') };
      const from = { ...own, setting: command, workspace: command, path: command }[origin];
      this.show(LanguageStatusSeverity.Information, `modwright ${shown}`, from);
      return;
    }
    const words = l10n.t('The server is modwright {0}, the extension is made for {1}.', shown, made);
    this.show(LanguageStatusSeverity.Warning, `modwright ${shown}`, words);
    const { globalState } = this.context;
    if (globalState.get('mismatch') !== words) void window.showWarningMessage(words);
    void globalState.update('mismatch', words);
  }

  private show(severity: vscode.LanguageStatusSeverity, text: string, detail: string): void {
    Object.assign(this.status, { busy: false, severity, text, detail });
  }

  /** Where the conversation with the server goes. The client library would ask for the log level Trace first;
   * here what the setting says is enough. */
  private traceLog(): vscode.LogOutputChannel {
    const isOn = workspace.getConfiguration('modwright').get('trace.server') !== 'off';
    const trace = (line: string) => { this.log.info(line); };
    return isOn ? { ...this.log, logLevel: LogLevel.Trace, trace } : this.log;
  }

  // Never in the workspace's folder: `python -m` would take modules from there.
  private options({ env }: Program) {
    return { cwd: this.context.extensionPath, env: { ...process.env, PYTHONUTF8: '1', ...env } };
  }
}

function notRunning(): never {
  throw new Error(l10n.t('No modwright server is running.'));
}
