import type { JsonValue } from '../../packages/toolcrib/src/core/json.ts';
import { createInstanceGenerator } from '../../test/compat/generate-instances.ts';
import type { SchemaPair } from '../../test/compat/generate-pairs.ts';
import { isReadable } from '../../test/compat/generate-schema.ts';
import type { Schema } from '../../test/compat/schema-places.ts';
import { createValidator } from '../../test/compat/validators.ts';
import type { Answer, CompatChecker } from './compat-checkers.ts';
import { toDraft2020 } from './translate-dialect.ts';

/** A pair of schemas to compare. */
export interface NamedPair {
  readonly name: string;
  readonly pair: SchemaPair;
  /** What its author says about it. */
  readonly label?: 'compatible' | 'breaking';
}

/** A pair, what each checker says of it, and what is so. */
export interface JudgedPair extends NamedPair {
  /** In the order of the checkers. */
  readonly answers: readonly Answer[];
  readonly truth: 'compatible' | 'breaking';
  /** Of a breaking pair: a value that the old schema accepts and the new one rejects. */
  readonly witness?: JsonValue;
  /** How many instances of the old schema were tried on the new one. */
  readonly instances: number;
}

const INSTANCES = 250;

/** Asks every checker about every pair, and looks for values that decide. */
export async function judgePairs(
  pairs: readonly NamedPair[],
  checkers: readonly CompatChecker[],
): Promise<JudgedPair[]> {
  const generate = createInstanceGenerator();
  const judged: JudgedPair[] = [];
  for (const [seed, named] of pairs.entries()) {
    const before = toReadable(named.pair.before);
    const after = toReadable(named.pair.after);
    const answers: Answer[] = [];
    for (const checker of checkers) answers.push(await checker.compare(named.pair));
    const [accepted, rejected] = [createValidator(before), createValidator(after)];
    const told = answers.flatMap(({ witness }) => (witness === undefined ? [] : [witness]));
    const instances = generate({ schema: before, against: after, seed, count: INSTANCES });
    const witness = [...told, ...instances].find(
      (value) => accepted(value) === true && rejected(value) === false,
    );
    const truth = witness === undefined ? 'compatible' : 'breaking';
    judged.push({
      ...named,
      answers,
      truth,
      instances: instances.length,
      ...(witness === undefined ? {} : { witness }),
    });
  }
  return judged;
}

/** The validator knows no draft-04. */
function toReadable(schema: Schema): Schema {
  return isReadable(schema) ? schema : toDraft2020(schema);
}
