import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import jsonSchemaDiff from 'json-schema-diff';
import { check_compat, initSync } from 'jsoncompat';
import { compareSchemas } from '../../packages/toolcrib/src/compat/compare-schemas.ts';
import type { JsonValue } from '../../packages/toolcrib/src/core/json.ts';
import type { SchemaPair } from '../../test/compat/generate-pairs.ts';
import { toDraft07, toDraft2020 } from './translate-dialect.ts';

/** What a checker says of a pair. */
export interface Answer {
  readonly verdict: 'compatible' | 'breaking' | 'undecided';
  /** A value that shows a breaking change, from a checker that gives one. */
  readonly witness?: JsonValue;
  /** What changed there, and where. */
  readonly place?: string;
  /** Why it is undecided. */
  readonly reason?: string;
}

/** A program that compares two schemas. */
export interface CompatChecker {
  readonly name: string;
  compare(pair: SchemaPair): Promise<Answer>;
}

/** Ours first, then those of others. */
export function loadCheckers(): readonly [ours: CompatChecker, ...others: CompatChecker[]] {
  const require = createRequire(import.meta.url);
  initSync({ module: readFileSync(require.resolve('jsoncompat/jsoncompat_wasm_bg.wasm')) });
  return [
    { name: 'toolcrib', compare: compareWithToolcrib },
    { name: 'json-schema-diff 1.0.0', compare: compareWithJsonSchemaDiff },
    { name: 'jsoncompat 0.4.2', compare: compareWithJsoncompat },
  ];
}

async function compareWithToolcrib({ before, after }: SchemaPair): Promise<Answer> {
  const { verdict, findings } = compareSchemas(before, after);
  if (verdict === 'unknown') {
    return { verdict: 'undecided', reason: findings.map(({ rule }) => rule).join(', ') };
  }
  const found = findings.find((finding) => finding.verdict === 'breaking');
  if (found?.witness === undefined) return { verdict };
  return { verdict, witness: found.witness, place: `${found.rule} at ${found.pointer || 'the root'}` };
}

/** Reads draft-07. */
async function compareWithJsonSchemaDiff({ before, after }: SchemaPair): Promise<Answer> {
  const [sourceSchema, destinationSchema] = [toDraft07(before), toDraft07(after)];
  if (sourceSchema === undefined || destinationSchema === undefined) {
    return { verdict: 'undecided', reason: 'keywords beyond draft-07' };
  }
  try {
    // It names its schema types otherwise, and changes what it is given.
    const options = structuredClone({ sourceSchema, destinationSchema }) as Parameters<
      typeof jsonSchemaDiff.diffSchemas
    >[0];
    const { removalsFound } = await jsonSchemaDiff.diffSchemas(options);
    return { verdict: removalsFound ? 'breaking' : 'compatible' };
  } catch (error) {
    return { verdict: 'undecided', reason: toReason(error) };
  }
}

/** Reads 2020-12. A `deserializer` is what reads data that was written under the old schema. */
async function compareWithJsoncompat({ before, after }: SchemaPair): Promise<Answer> {
  const [old, next] = [toDraft2020(before), toDraft2020(after)].map((schema) => JSON.stringify(schema));
  try {
    return { verdict: check_compat(old ?? '', next ?? '', 'deserializer') ? 'compatible' : 'breaking' };
  } catch (error) {
    return { verdict: 'undecided', reason: toReason(error) };
  }
}

function toReason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0] ?? text;
}
