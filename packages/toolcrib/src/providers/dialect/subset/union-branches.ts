import { isAssertion, isTold } from '../keyword-facts.ts';
import { type Context, isExact } from './context.ts';
import { Disjointness } from './disjointness.ts';
import { type Located, type LocatedObject, mask } from './located.ts';
import { isProblem, type Reading, type Union } from './reading.ts';

/** More branches than these are not compared, pair by pair. */
const MAX_COMPARED = 100;

/** Whether a schema restricts values beside its first union. */
export function restrictsBeside(reading: Reading): boolean {
  const { types, values, properties, required, additional, items, prefix, unions, others } = reading;
  return (
    [types, values, properties, additional, items, prefix].some((part) => part !== undefined) ||
    required.length > 0 ||
    unions.length > 1 ||
    [...others].some(([keyword, { isForeign }]) => isAssertion(keyword) && !isForeign)
  );
}

/**
 * The branches of a union, each together with what stands beside the union: a value has to satisfy both, and
 * a dialect whose unions stand alone can only say it in the branches.
 */
export function distribute(reading: Reading, union: Union): Located[][] {
  if (!restrictsBeside(reading)) return union.branches.map((branch) => [branch]);
  const rest = reading.parts.map((part) => {
    const told = Object.keys(part.schema).filter(isTold);
    return mask(part, isSamePart(part, union.holder) ? [...told, union.keyword] : told);
  });
  return union.branches.map((branch) => [...rest, branch]);
}

/** Checks that `anyOf` may stand for `oneOf`: a value must not satisfy two branches, or be told that it may. */
export function checkExclusive(
  branches: readonly (readonly Located[])[],
  union: Union,
  context: Context,
): void {
  if (union.keyword !== 'oneOf') return;
  const { journal } = context;
  if (!isExact(context)) {
    const detail = 'It is said as anyOf, which also accepts a value that satisfies several branches.';
    journal.note({ pointer: union.at, keyword: 'oneOf', action: 'widened', detail });
    return;
  }
  if (areAllDisjoint(branches, context)) {
    const detail = 'It is said as anyOf, as no value satisfies two of its branches.';
    journal.note({ pointer: union.at, keyword: 'oneOf', action: 'rewritten', detail });
  } else journal.refuse(union.at, 'oneOf', 'A value might satisfy two of its branches, which anyOf accepts.');
}

function areAllDisjoint(branches: readonly (readonly Located[])[], context: Context): boolean {
  if (branches.length > MAX_COMPARED) return false;
  const readings = branches.map((branch) => context.read(branch));
  const disjointness = new Disjointness((schemas) => context.read(schemas));
  return readings.every((first, index) =>
    readings
      .slice(index + 1)
      .every((second) => !isProblem(first) && !isProblem(second) && disjointness.areDisjoint(first, second)),
  );
}

function isSamePart(first: LocatedObject, second: LocatedObject): boolean {
  return first.schema === second.schema && first.at === second.at;
}
