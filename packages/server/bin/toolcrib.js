#!/usr/bin/env node
// Here before anything is built, so that npm can link it in a clone. Any Node that knows modules reads this file, to be told
// that it is too old: nothing here is newer than Node 14, neither syntax nor what is imported by name.
import * as nodeModule from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** `engines` says the same. */
const OLDEST = [22, 13];

if (isNewEnough(process.versions.node)) {
  cacheCode();
  import('../dist/cli/main.js');
} else {
  const needed = OLDEST.join('.');
  process.stderr.write(
    `error E_INVALID_OPTION: Toolcrib needs Node ${needed} or newer, but ${process.execPath} is Node ${process.versions.node}. Install a newer one from https://nodejs.org, or put it first in PATH.\n`,
  );
  process.exitCode = 2;
}

/** @param {string} version */
function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

/** A good part of a start is compiling. Not in the folder for temporary files, nor where it is started: what is there may be anybody's. */
function cacheCode() {
  const folder = process.env.XDG_CACHE_HOME || findHome();
  // Where nothing can be written, nothing is kept.
  if (folder !== undefined && isAbsolute(folder)) nodeModule.enableCompileCache(join(folder, 'toolcrib'));
}

/** @returns {string | undefined} Undefined for users of a machine that knows nothing of them. */
function findHome() {
  try {
    return join(homedir(), '.cache');
  } catch {
    return undefined;
  }
}
