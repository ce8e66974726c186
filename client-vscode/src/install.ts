/** A server of our own making, in the extension's storage: only ever after a question. */

import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { commands, l10n, ProgressLocation, window } from 'vscode';
import { findPython, inEnvironment } from './finder';
import type { Session } from './session';

/** Where no server runs: ask whether to install modwright's wheel, which is part of the extension, and do it
 * when told to. Where a setting names one that does not run, say so. */
export async function offerToInstall(session: Session): Promise<void> {
  const { world, log, context } = session;
  const around = session.surroundings();
  const python = await findPython(around, world);
  const bundled = join(context.extensionPath, 'bundled');
  const wheel = (await readdir(bundled).catch(() => [])).find((file) => file.endsWith('.whl'));
  const { server: named } = around.settings;
  if (named || !python || !wheel) {
    const words = named
      ? l10n.t('modwright.server.path names a server that does not run: {0}', named)
      : l10n.t('modwright needs Python {0} or newer. Install it, or name a server in the settings.', '3.10');
    const answer = await window.showErrorMessage(words, l10n.t('Open settings'));
    if (answer) await commands.executeCommand('workbench.action.openSettings', 'modwright.server');
    return;
  }
  const install = l10n.t('Install');
  const question = l10n.t('There is no modwright here. Install it for VS Code? This downloads Python packages.');
  if ((await window.showInformationMessage(question, install, l10n.t('Not now'))) !== install) return;
  const own = { command: inEnvironment(around, around.installed, 'python'), args: ['-m', 'pip', 'install'] };
  const work = async () => {
    await rm(around.installed, { recursive: true, force: true });
    await mkdir(context.globalStorageUri.fsPath, { recursive: true });
    log.info(await world.run(python, ['-m', 'venv', around.installed]));
    log.info(await world.run(own, ['--disable-pip-version-check', join(bundled, wheel)]));
  };
  try {
    await window.withProgress({ location: ProgressLocation.Notification, title: l10n.t('Installing modwright') }, work);
    await session.restart();
  } catch (problem) {
    log.error(String(problem));
    // What is half there would be found at the next start.
    await rm(around.installed, { recursive: true, force: true });
    if (await window.showErrorMessage(l10n.t('modwright could not be installed.'), l10n.t('Show log'))) log.show();
  }
}
