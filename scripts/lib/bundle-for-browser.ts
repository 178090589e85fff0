import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { root } from './repository.ts';

/** The name under which a bundle leaves its exports in the global scope. */
export const BUNDLE_NAME = 'bundle';

/** Bundles a module for browsers, minified. Rejects when anything in it needs Node. */
export async function bundleForBrowser(source: string, format: 'iife' | 'esm' = 'iife'): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: root, loader: 'ts' },
    platform: 'browser',
    format,
    ...(format === 'iife' && { globalName: BUNDLE_NAME }),
    target: 'es2023',
    bundle: true,
    minify: true,
    write: false,
    logLevel: 'silent',
    // What is installed has no configuration of this repository beside it.
    tsconfigRaw: {},
  });
  return outputFiles.map(({ text }) => text).join('');
}

/** What the world outside the bundle allows. */
export interface BareContextOptions {
  /** Whether `eval` and `new Function` work; a strict Content-Security-Policy forbids them. */
  readonly allowEval: boolean;
}

/** Runs a bundle and then a script in a fresh global scope that has the language and the web, but no Node. */
export function runBare(bundle: string, script: string, { allowEval }: BareContextOptions): unknown {
  const context = createContext({ ...webGlobals }, { codeGeneration: { strings: allowEval, wasm: false } });
  try {
    runInContext(bundle, context, { displayErrors: false });
    return runInContext(script, context, { displayErrors: false, timeout: 10_000 });
  } catch (error) {
    // Without the stack, whose first line would be the whole bundle.
    throw new Error(`The bundle failed: ${error}`);
  }
}

const webGlobals = {
  AbortController,
  AbortSignal,
  Blob,
  DOMException,
  Event,
  EventTarget,
  ReadableStream,
  TextDecoder,
  TextEncoder,
  TransformStream,
  URL,
  URLSearchParams,
  // In a browser, what TextEncoder gives is one of these.
  Uint8Array,
  WritableStream,
  atob,
  btoa,
  clearTimeout,
  crypto,
  performance,
  queueMicrotask,
  setTimeout,
  structuredClone,
};
