#!/usr/bin/env node
// Here before anything is built, so that npm can link it in a clone.
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

// A good part of a start is compiling. Not in the folder for temporary files, nor where it is started: what is there may be anybody's.
const folder = process.env.XDG_CACHE_HOME || findHome();
// Where nothing can be written, nothing is kept.
if (folder !== undefined && isAbsolute(folder)) enableCompileCache(join(folder, 'toolcrib'));
await import('../dist/cli/main.js');

/** @returns {string | undefined} Undefined for users of a machine that knows nothing of them. */
function findHome() {
  try {
    return join(homedir(), '.cache');
  } catch {
    return undefined;
  }
}
