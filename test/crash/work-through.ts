import type { CallRecord, Runtime } from '../../packages/toolcrib/src/runtime/index.ts';
import { approveGates, approveOpenGates, callTool } from './crash-runtime.ts';
import { type CrashToolName, toolNames } from './crash-tools.ts';
import { appendLine, readLines } from './lines-file.ts';

/** The files that outlive the processes of a loop. */
export interface LoopFiles {
  /** The keys of the calls that are to be made, one in a line. */
  readonly planFile: string;
  /** One {@link Acknowledgement} in a line, written when a call has been answered for good. */
  readonly acknowledgedFile: string;
  readonly effectsFile: string;
}

/** What a process was told of a call, and wrote down. */
export interface Acknowledgement {
  readonly key: string;
  /** `ok`, or the code of the problem. */
  readonly outcome: string;
  /** The call that ran, which may be one of an earlier process. */
  readonly invocationId: string;
}

const CALLS_AT_ONCE = 10;

/** The keys that have not been acknowledged, in their order. */
export function pendingKeys({ planFile, acknowledgedFile }: LoopFiles): readonly string[] {
  const done = new Set(readAcknowledgements(acknowledgedFile).map(({ key }) => key));
  return readLines(planFile).filter((key) => !done.has(key));
}

export function readAcknowledgements(path: string): readonly Acknowledgement[] {
  // Only `workThrough` writes there.
  return readLines(path).map((line) => JSON.parse(line) as Acknowledgement);
}

/** A new key; the tool that is called with it is part of it. */
export function createKey(index: number): string {
  return `${toolNames[index % toolNames.length]}-${index}`;
}

export function toolOf(key: string): CrashToolName {
  // Keys are made by `createKey`.
  return key.slice(0, key.indexOf('-')) as CrashToolName;
}

/** What a process does after its start: takes over what a dead one left, then makes every call that is due. */
export async function workThrough(runtime: Runtime, files: LoopFiles): Promise<void> {
  approveGates(runtime);
  await runtime.recover();
  await approveOpenGates(runtime);
  const rest = pendingKeys(files).values();
  const work = async (): Promise<void> => {
    for (const key of rest) {
      const record = await callTool(runtime, toolOf(key), key);
      // The server may carry out what a dead process sent it after all; then the call is due once more.
      if (record.problem?.code === 'E_CALL_IN_PROGRESS') continue;
      appendLine(files.acknowledgedFile, JSON.stringify(acknowledge(key, record)));
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, work));
}

function acknowledge(key: string, { problem, replayOf, invocationId }: CallRecord): Acknowledgement {
  return { key, outcome: problem?.code ?? 'ok', invocationId: replayOf ?? invocationId };
}
