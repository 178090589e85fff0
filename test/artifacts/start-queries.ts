import { defaultArtifactKinds, forgeQueryTools } from '../../packages/toolcrib/src/artifacts/index.ts';
import type { CallRecord } from '../../packages/toolcrib/src/runtime/call-record.ts';
import { startRuntime, tool } from '../runtime.ts';
import { type ByteArtifactOptions, byteArtifact } from './byte-artifact.ts';

/** Forged tools over one artifact, called through a runtime as those of a model are. */
export interface StartedQueries {
  /** The names of the tools. */
  readonly names: readonly string[];
  readonly call: (name: string, args?: object) => Promise<CallRecord>;
  /** The answer of a call that ends well. */
  readonly ask: (name: string, args?: object) => Promise<string>;
  /** The message of a call that fails. */
  readonly fail: (name: string, args?: object) => Promise<string>;
}

/** Has a tool give an artifact, and forges the tools of all kinds for it. */
export async function startQueries(
  content: string | Uint8Array,
  options: ByteArtifactOptions & { readonly maxAnswerBytes?: number } = {},
): Promise<StartedQueries> {
  const { runtime } = startRuntime([tool('give', () => byteArtifact(content, options))]);
  const record = await runtime.call({ tool: 'give', args: {} });
  const ctx = { tools: new Map(), turnToolCalls: [record] };
  const forged = forgeQueryTools(defaultArtifactKinds, ctx, { maxAnswerBytes: options.maxAnswerBytes });
  const queries = runtime.withTools(forged);
  const call = (name: string, args: object = {}) =>
    queries.call({ tool: name, args: { artifacts: [options.id ?? 'a'], ...args } });
  return {
    names: forged.list(),
    call,
    ask: async (name, args) => {
      const { result, problem } = await call(name, args);
      if (result?.kind !== 'text') throw new Error(`${name} gave no text: ${problem?.message}`);
      return result.text;
    },
    fail: async (name, args) => {
      const { status, problem } = await call(name, args);
      if (status !== 'failed' || problem === undefined) throw new Error(`${name} ended as ${status}.`);
      return problem.message;
    },
  };
}

/** Asks until the answers say that they have come to their end; the lines under their headers, page by page. */
export async function askToEnd(
  { ask }: StartedQueries,
  name: string,
  args: object = {},
): Promise<readonly string[]> {
  const pages: string[] = [];
  let next: object | undefined = {};
  while (next !== undefined) {
    if (pages.length > 5_000) throw new Error(`The answers of ${name} come to no end.`);
    const answer: string = await ask(name, { ...args, ...next });
    const end = answer.indexOf('\n');
    const header = end === -1 ? answer : answer.slice(0, end);
    pages.push(end === -1 ? '' : answer.slice(end + 1));
    const [, argument, value] = /Continue with (\w+): (\d+)\./.exec(header) ?? [];
    next = argument === undefined ? undefined : { [argument]: Number(value) };
  }
  return pages;
}
