/** Which server to run, and why. Knows nothing of VS Code. */

import { posix, win32 } from 'node:path';

export type Version = readonly [major: number, minor: number, patch: number];

/** The first version in what a program printed; a missing part counts as 0. */
export function readVersion(printed: string): Version | undefined {
  const found = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(printed);
  return found ? [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)] : undefined;
}

/** Below 0 where `a` is the older one, 0 for equal ones, above 0 where it is the newer one. */
export function compareVersions(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** Whether a server of one version may serve a client of the other (semver.org: below 1.0, what a
 * minor version changes need not fit). */
export function fit(server: Version, client: Version): boolean {
  return server[0] === client[0] && (server[0] > 0 || server[1] === client[1]);
}

/** In the order in which they are tried. */
export type Origin = 'setting' | 'workspace' | 'path' | 'bundled' | 'installed';

/** A program, and what comes before modwright's own arguments. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Server extends Program {
  readonly origin: Origin;
  readonly version: Version;
}

export interface Surroundings {
  /** `modwright.server.path` and `modwright.server.python`; empty where they are not set. */
  readonly settings: { readonly server: string; readonly python: string };
  readonly folders: readonly string[];
  /** Whether programs that lie in the workspace may be run. */
  readonly isTrusted: boolean;
  /** The value of PATH. */
  readonly searchPath: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** The folder of the server inside the extension, and the Pythons ("3.12") that it is made for. */
  readonly bundled: string;
  readonly bundledPythons: readonly string[];
  /** The virtual environment that we make when asked to. */
  readonly installed: string;
}

/** The outside world; `run` gives what a program printed, and throws where it fails. */
export interface World {
  readonly isFile: (file: string) => boolean;
  readonly run: (program: Program, args: readonly string[]) => Promise<string>;
  readonly log: (line: string) => void;
}

const OLDEST_PYTHON: Version = [3, 10, 0];
const NEWEST_MINOR = 14;

/** The server to run; undefined where there is none. One that a setting names has no substitute. */
export async function findServer(around: Surroundings, world: World): Promise<Server | undefined> {
  for await (const [origin, program] of candidates(around, world)) {
    const shown = [program.command, ...program.args].join(' ');
    try {
      const version = readVersion(await world.run(program, ['--version']));
      if (version) return { ...program, origin, version };
      world.log(`No server: ${shown} (${origin}) says no version`);
    } catch (problem) {
      world.log(`No server: ${shown} (${origin}): ${String(problem)}`);
    }
  }
  return undefined;
}

/** The first Python that is not too old, and (where given) one of `versions`. */
export async function findPython(around: Surroundings, world: World, versions?: readonly string[]) {
  for (const python of pythons(around, world)) {
    // One that does not run is as good as none: Windows has such a `python`, which leads to its store.
    const version = readVersion(await world.run(python, ['--version']).catch(() => ''));
    if (!version || compareVersions(version, OLDEST_PYTHON) < 0) continue;
    if (!versions || versions.includes(`${version[0]}.${version[1]}`)) return python;
  }
  return undefined;
}

/** A program of a virtual environment. */
export function inEnvironment({ platform }: Surroundings, environment: string, name: string): string {
  return platform === 'win32' ? `${environment}\\Scripts\\${name}.exe` : `${environment}/bin/${name}`;
}

async function* candidates(around: Surroundings, world: World): AsyncGenerator<[Origin, Program]> {
  const { settings, bundled, bundledPythons } = around;
  if (settings.server) yield ['setting', { command: expand(settings.server, around), args: [] }];
  if (settings.server) return;
  const environments = around.isTrusted ? around.folders.flatMap((each) => [`${each}/.venv`, `${each}/venv`]) : [];
  const inside = environments.map((each) => inEnvironment(around, each, 'modwright'));
  for (const command of inside.filter(world.isFile)) yield ['workspace', { command, args: [] }];
  for (const command of onPath('modwright', around, world)) yield ['path', { command, args: [] }];
  const python = bundledPythons.length ? await findPython(around, world, bundledPythons) : undefined;
  const env = { PYTHONPATH: bundled, PYTHONNOUSERSITE: '1' };
  if (python) yield ['bundled', { command: python.command, args: [...python.args, '-m', 'modwright'], env }];
  else world.log(`No bundled server for a Python here (it has: ${bundledPythons.join(', ') || 'none'})`);
  const command = inEnvironment(around, around.installed, 'modwright');
  if (world.isFile(command)) yield ['installed', { command, args: [] }];
}

function* pythons(around: Surroundings, world: World): Generator<Program> {
  const { settings, platform } = around;
  if (settings.python) yield { command: expand(settings.python, around), args: [] };
  const names = ['python3', 'python'];
  for (let minor = NEWEST_MINOR; minor >= OLDEST_PYTHON[1]; minor--) names.push(`python3.${minor}`);
  for (const command of names.flatMap((name) => onPath(name, around, world))) yield { command, args: [] };
  if (platform === 'win32') for (const command of onPath('py', around, world)) yield { command, args: ['-3'] };
}

/** The programs of this name. A relative folder of PATH means whatever folder is open: not looked at. */
function onPath(name: string, { searchPath, platform }: Surroundings, world: World): string[] {
  const [rules, file] = platform === 'win32' ? [win32, `${name}.exe`] : [posix, name];
  const folders = new Set(searchPath.split(rules.delimiter).filter((folder) => rules.isAbsolute(folder)));
  return [...folders].map((folder) => rules.join(folder, file)).filter(world.isFile);
}

/** `~` and `${workspaceFolder}` at the beginning of a path in a setting. */
function expand(written: string, { folders, home }: Surroundings): string {
  return written
    .replace(/^\$\{workspaceFolder\}/, (variable) => folders[0] ?? variable)
    .replace(/^~(?=[\\/]|$)/, () => home);
}
