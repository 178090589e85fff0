import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { CallRecord } from '../runtime/call-record.ts';
import {
  type ArtifactKind,
  defineQuery,
  forgeQueryTools,
  type QueryBounds,
  SpooledArtifact,
} from './index.ts';

const base = { name: 'artifact_csv_column', description: 'Lists the values of one column.' } as const;
const ctx = { tools: new Map(), turnToolCalls: [] as CallRecord[] };

class CsvArtifact extends SpooledArtifact {
  static override readonly queries = [
    ...super.queries,
    defineQuery({
      ...base,
      inputSchema: z.object({ column: z.string(), from: z.number().default(1) }),
      run: (artifact: CsvArtifact, args, bounds) => {
        expectTypeOf(args).toEqualTypeOf<{ column: string; from: number }>();
        expectTypeOf(bounds).toEqualTypeOf<QueryBounds>();
        return artifact.column(args.column);
      },
    }),
  ];

  async column(name: string): Promise<string> {
    return name;
  }
}

class PictureArtifact extends SpooledArtifact {
  readonly width = 1;
}

describe('defineQuery', () => {
  it('[A2] types the arguments by a JSON Schema literal and the artifact as any, if nothing is said', () => {
    defineQuery({
      ...base,
      inputSchema: { type: 'object', properties: { column: { type: 'string' } }, required: ['column'] },
      run: (artifact, args) => {
        expectTypeOf(artifact).toEqualTypeOf<SpooledArtifact>();
        expectTypeOf(args.column).toEqualTypeOf<string>();
        return args.column;
      },
    });
  });

  it('[A2] refuses what the kind or the schema does not have', () => {
    const inputSchema = z.object({ column: z.string() });
    // @ts-expect-error: without a type for it, the artifact is one of text.
    defineQuery({ ...base, inputSchema, run: (artifact, args) => artifact.column(args.column) });
    // @ts-expect-error: there is no such argument.
    defineQuery({ ...base, inputSchema, run: (artifact: CsvArtifact, args) => artifact.column(args.row) });
    // @ts-expect-error: an answer is text.
    defineQuery({ ...base, inputSchema, run: () => 1 });
    // @ts-expect-error: an artifact is one of a kind.
    defineQuery({ ...base, inputSchema, run: (_artifact: Date) => '' });
    // @ts-expect-error: a schema of a text is not one of arguments.
    defineQuery({ ...base, inputSchema: { type: 'string' }, run: () => '' });
  });
});

describe('a kind', () => {
  it('[A2] forges its tools', () => {
    CsvArtifact.forgeTools(ctx);
    forgeQueryTools([SpooledArtifact, CsvArtifact, PictureArtifact], ctx);
    expectTypeOf(CsvArtifact).toExtend<ArtifactKind<CsvArtifact>>();
  });

  it('[A2] cannot be asked the questions of another one', () => {
    class Confused extends PictureArtifact {
      static override readonly queries = [...CsvArtifact.queries];
    }

    // @ts-expect-error: pictures have no columns.
    Confused.forgeTools(ctx);
  });

  it('[A2] is made of an artifact and nothing else', () => {
    class Demanding extends SpooledArtifact {
      constructor(source: SpooledArtifact, width: number) {
        super(source);
        this.width = width;
      }
      readonly width: number;
    }

    // @ts-expect-error: nobody knows the width.
    Demanding.forgeTools(ctx);
  });
});
