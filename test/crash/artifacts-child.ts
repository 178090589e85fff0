// Puts artifacts, several at once, and kills itself after some steps, or tells of each so that it can be killed.
import { type promises, writeSync } from 'node:fs';
import { fileArtifactStore } from '../../packages/toolcrib/src/stores/files/index.ts';
import { artifactIds, createContent, mimeType } from './crash-artifacts.ts';
import { appendLine } from './lines-file.ts';

/** What the process is told. */
export interface ArtifactsOptions {
  readonly folder: string;
  /** The id of each artifact that was put, one in a line. */
  readonly acknowledgedFile: string;
  readonly round: number;
  /** After how many steps it kills itself; null if somebody else does, who reads a dot for each. */
  readonly dieAfter: number | null;
}

const PUTS_AT_ONCE = 6;

// The test writes it.
const { folder, acknowledgedFile, round, dieAfter } = JSON.parse(process.argv[2] ?? '') as ArtifactsOptions;
const { promises: fs } = process.getBuiltinModule('node:fs');
let count = 0;

function onStep(): void {
  count++;
  if (dieAfter === null) writeSync(1, '.');
  else if (count >= dieAfter) process.kill(process.pid, 'SIGKILL');
}

/** Tells before and after each use of some methods. */
function watch<Key extends string>(
  target: Record<Key, (...args: never[]) => Promise<unknown>>,
  methods: readonly Key[],
): void {
  for (const method of methods) {
    const original = target[method].bind(target);
    target[method] = async (...args) => {
      onStep();
      const result = await original(...args);
      onStep();
      return result;
    };
  }
}

const { open } = fs;
fs.open = async (...args: Parameters<typeof promises.open>) => {
  onStep();
  const handle = await open(...args);
  watch(handle, ['write', 'sync', 'close']);
  return handle;
};
watch(fs, ['link', 'unlink']);

const store = fileArtifactStore(folder);
const rest = artifactIds(round).values();
const work = async (): Promise<void> => {
  for (const id of rest) {
    await store.put(createContent(id), { id, mimeType });
    appendLine(acknowledgedFile, id);
  }
};
await Promise.all(Array.from({ length: PUTS_AT_ONCE }, work));
