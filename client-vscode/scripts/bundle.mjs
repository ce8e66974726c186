/** TypeScript to one file of JavaScript. */

import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const client = fileURLToPath(new URL('..', import.meta.url));

/** The extension, as VS Code loads it. */
export function bundleExtension(outfile) {
  return bundle('src/extension.ts', { outfile, format: 'cjs', minify: true, external: ['vscode'] });
}

/** A module that knows nothing of VS Code, for Node to import. */
export function bundleModule(name, outfile) {
  return bundle(`src/${name}.ts`, { outfile, format: 'esm' });
}

function bundle(entry, options) {
  return build({
    absWorkingDir: client,
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
    // What the client library needs is CommonJS behind `require`; its ES modules are for browsers.
    mainFields: ['main', 'module'],
    ...options,
  });
}
