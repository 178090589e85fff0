import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The scripts of this folder that tests run as processes of their own. */
const scripts = {
  'one-call': new URL('one-call-child.ts', import.meta.url),
  'many-calls': new URL('many-calls-child.ts', import.meta.url),
  artifacts: new URL('artifacts-child.ts', import.meta.url),
  gate: new URL('gate-child.ts', import.meta.url),
} as const;

// The driver of PostgreSQL is no ES module.
const banner = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`;

/**
 * Makes one file of a script and all that it imports, in a folder. It starts several times faster. A script of another
 * folder is given by its URL.
 */
export async function bundleChild(script: keyof typeof scripts | URL, folder: string): Promise<string> {
  const path = fileURLToPath(script instanceof URL ? script : scripts[script]);
  const outfile = join(folder, `${basename(path, '.ts')}.mjs`);
  await build({
    entryPoints: [path],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['pg-native', 'pg-cloudflare'],
    banner: { js: banner },
    logLevel: 'silent',
  });
  return outfile;
}
