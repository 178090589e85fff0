import { cutText } from '../../cut-text.ts';
import { formatPath } from '../../issue.ts';
import type { JsonValue } from '../../json.ts';
import type { TypeName } from '../type-name.ts';
import { describeTypes, describeValues, joinWith, show, typePhrases } from './messages.ts';
import type { Finding } from './report.ts';

/** What one alternative found wrong. */
type Attempt = readonly Finding[];

/** A value that matches no alternative, and where it is. */
interface Mismatch {
  readonly value: JsonValue;
  readonly path: Finding['path'];
}

const MAX_NEAR_MISSES = 3;
const MAX_COMPARED = 20;

/**
 * What to report when a value matches none of several alternatives: the findings of the one that was
 * evidently meant, because its type and its distinguishing property fit, or because it came closest.
 * If none was evidently meant, one finding about all of them.
 */
export function describeMismatch(attempts: readonly Attempt[], mismatch: Mismatch): readonly Finding[] {
  const depth = mismatch.path.length;
  const typed = attempts.filter((attempt) => findType(attempt, depth) === undefined);
  if (typed.length === 0) return [describeAllTypes(attempts, mismatch)];
  const fitting = typed.filter((attempt) => findValues(attempt, depth) === undefined);
  if (fitting.length === 0) return describeAllValues(typed, mismatch, attempts);
  const tagged = fitting.filter((attempt) => findValues(attempt, depth + 1) === undefined);
  if (tagged.length > 0) return findClosest(tagged, mismatch, attempts.length);
  return describeAllTags(fitting, depth + 1) ?? findClosest(fitting, mismatch, attempts.length);
}

/** The finding that the value itself is of a wrong type. One with `values` too is about values that are listed. */
function findType(attempt: Attempt, depth: number): Finding | undefined {
  return attempt.find(
    ({ path, types, values }) => path.length === depth && types !== undefined && values === undefined,
  );
}

/**
 * The finding that a value is not among those that are listed: the value itself at its own depth, or
 * one level below a property that tells the alternatives apart, such as `kind: "circle"`.
 */
function findValues(attempt: Attempt, depth: number): Finding | undefined {
  return attempt.find(({ path, values }) => path.length === depth && values !== undefined);
}

function describeAllTypes(attempts: readonly Attempt[], { value, path }: Mismatch): Finding {
  const types = mergeAll(attempts.map((attempt) => findType(attempt, path.length)?.types));
  return { path, message: describeTypes(types, value), types };
}

/**
 * Where the value is none of those that are listed: all of them, and the types that other alternatives want. Null is left out:
 * a model that sends a value does not mean null.
 */
function describeAllValues(
  typed: readonly Attempt[],
  { path }: Mismatch,
  attempts: readonly Attempt[],
): readonly Finding[] {
  const own = attempts.flat().filter((finding) => finding.path.length === path.length);
  const types = mergeAll(own.map((finding) => finding.types)).filter((type) => type !== 'null');
  const isLong = typed.some(({ length }) => length > 1);
  if (typed.length < 2 && (isLong || types.length === 0)) return typed.flat();
  if (isLong) return [{ path, message: describeCount(attempts.length) }];
  const values = mergeAll(own.map((finding) => finding.values));
  const message = joinWith('or', [describeValues(values), ...types.map((type) => typePhrases[type])]);
  return [{ path, message, values, ...(types.length > 0 && { types }) }];
}

/** Where every alternative asks for another value of the same property: all those values. */
function describeAllTags(attempts: readonly Attempt[], depth: number): readonly Finding[] | undefined {
  const tags = attempts.map((attempt) => findValues(attempt, depth));
  const [first] = tags;
  if (first === undefined || tags.some((tag) => tag?.path.at(-1) !== first.path.at(-1))) return undefined;
  const values = mergeAll(tags.map((tag) => tag?.values));
  return [{ path: first.path, message: describeValues(values), values }];
}

function findClosest(attempts: readonly Attempt[], { path }: Mismatch, count: number): readonly Finding[] {
  const fewest = Math.min(...attempts.map(({ length }) => length));
  const [only, ...others] = attempts.filter(({ length }) => length === fewest);
  if (only === undefined || others.length === 0) return only ?? [];
  const common = findCommon(only, others);
  if (common.length > 0) return common;
  return [{ path, message: describeCount(count) + describeNearMisses([only, ...others], path.length) }];
}

/** What is wrong whichever alternative was meant, such as a property that all of them require. */
function findCommon(first: Attempt, others: readonly Attempt[]): readonly Finding[] {
  if (others.length > MAX_COMPARED) return [];
  const toText = ({ path, message }: Finding) => JSON.stringify([path, message]);
  const texts = others.map((attempt) => new Set(attempt.map(toText)));
  return first.filter((finding) => texts.every((known) => known.has(toText(finding))));
}

/** `: "a" is required or "b" is required`: what is wrong with the value, by each of a few alternatives. */
export function describeNearMisses(attempts: readonly Attempt[], depth: number): string {
  const clauses = [...new Set(attempts.map((attempt) => describeAttempt(attempt, depth)))];
  const shown = clauses.slice(0, MAX_NEAR_MISSES);
  const rest = clauses.length - shown.length;
  const parts = rest > 0 ? [...shown, `${rest} more`] : shown;
  const isList = attempts.some(({ length }) => length > 1);
  return `: ${isList ? parts.join('; or ') : joinWith('or', parts)}`;
}

function describeAttempt(attempt: Attempt, depth: number): string {
  const clauses = attempt
    .slice(0, MAX_NEAR_MISSES)
    .map(({ path, message }) => `${describePlace(path.slice(depth))}${cutText(message)}`);
  const rest = attempt.length - clauses.length;
  return joinWith('and', rest > 0 ? [...clauses, `${rest} more`] : clauses);
}

function describePlace(path: Finding['path']): string {
  const [step] = path;
  if (step === undefined) return '';
  return path.length === 1 && typeof step === 'string' ? `${show(step)} ` : `${formatPath(path)} `;
}

function describeCount(count: number): string {
  return `matches none of the ${count} allowed alternatives`;
}

function mergeAll<Item extends TypeName | JsonValue>(
  lists: readonly (readonly Item[] | undefined)[],
): readonly Item[] {
  return [...new Set(lists.flatMap((list) => list ?? []))];
}
