import { z } from 'zod';
import type { ArtifactCandidate } from '../../packages/toolcrib/src/artifacts/artifact-kind.ts';
import { defineQuery } from '../../packages/toolcrib/src/artifacts/artifact-query.ts';
import type { ForgeOptions } from '../../packages/toolcrib/src/artifacts/forge-context.ts';
import { forgeQueryTools } from '../../packages/toolcrib/src/artifacts/forge-query-tools.ts';
import { SpooledArtifact } from '../../packages/toolcrib/src/artifacts/spooled-artifact.ts';
import type { Artifact } from '../../packages/toolcrib/src/core/artifact.ts';
import { ToolError } from '../../packages/toolcrib/src/core/tool-error.ts';
import { ToolRegistry } from '../../packages/toolcrib/src/core/tool-registry.ts';
import type { CallRecord } from '../../packages/toolcrib/src/runtime/call-record.ts';
import { record } from '../call-record.ts';
import { rejectionOf } from '../errors.ts';
import { ctx as callContext } from '../weather.ts';

/** A kind with a query of its own. */
export class CsvArtifact extends SpooledArtifact {
  static override readonly queries = [
    ...super.queries,
    defineQuery({
      name: 'csv_column',
      description: 'Lists the values of one column.',
      inputSchema: z.object({ column: z.int().min(0).default(0) }),
      run: async (artifact: CsvArtifact, { column }, { signal }) =>
        (await artifact.column(column, signal)).join(),
    }),
  ];

  static override accepts({ artifact }: ArtifactCandidate): boolean {
    return artifact.mimeType === 'text/csv';
  }

  async column(index: number, signal: AbortSignal): Promise<string[]> {
    const values: string[] = [];
    for await (const { text } of this.lines({ signal })) values.push(text.split(',')[index] ?? '');
    return values;
  }
}

/** A call that has given an artifact. */
export function recordOf(artifact: Artifact, options: Parameters<typeof record>[0] = {}): CallRecord {
  return record({ result: { kind: 'artifact', artifact, preview: '' }, ...options });
}

/** The calls of a turn, and the tools that are forged for them. */
export function forgeFor(
  calls: CallRecord[],
  options: ForgeOptions & { kinds?: Parameters<typeof forgeQueryTools>[0] } = {},
) {
  const ctx = { tools: new ToolRegistry(), turnToolCalls: calls };
  const { kinds = [SpooledArtifact, CsvArtifact], ...rest } = options;
  const tools = forgeQueryTools(kinds, ctx, rest);
  const ask = async (name: string, args: object = {}): Promise<string> => {
    const answer = await tools.get(name)?.executor(callContext)(args);
    return String(answer);
  };
  /** What a model reads of a call that fails. */
  const fail = async (name: string, args: object): Promise<string> => {
    const { cause } = await rejectionOf(ask(name, args));
    if (!(cause instanceof ToolError)) throw cause;
    return cause.message;
  };
  return { ctx, tools, ask, fail };
}
