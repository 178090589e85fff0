import { isEqualJson } from '../../../core/is-equal-json.ts';
import type { Context } from './context.ts';
import { type Located, locateUnion } from './located.ts';
import { isProblem, type Reading, type Union } from './reading.ts';

/**
 * The properties of a schema, with those that only the branches of its unions describe. Where a union has to be
 * said in words, a model could not send them otherwise.
 */
export function hoistProperties(
  reading: Reading,
  unions: readonly Union[],
  context: Context,
): Reading['properties'] {
  const found = new Map<string, Located[]>();
  for (const branch of unions.flatMap(({ branches }) => branches)) {
    const read = context.read([branch]);
    if (isProblem(read)) continue;
    for (const [name, schemas] of read.properties ?? []) {
      const [only, ...others] = schemas;
      if (reading.properties?.has(name) || only === undefined || others.length > 0) continue;
      const known = found.get(name) ?? [];
      if (!known.some(({ schema }) => isEqualJson(schema, only.schema))) known.push(only);
      found.set(name, known);
    }
  }
  if (found.size === 0) return reading.properties;
  const hoisted = [...found].map(([name, schemas]) => {
    const [only, ...others] = schemas;
    const isOne = only !== undefined && others.length === 0;
    return [name, [isOne ? only : locateUnion(schemas, reading.at)]] as const;
  });
  return new Map([...(reading.properties ?? []), ...hoisted]);
}
