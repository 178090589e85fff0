import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { ValidationIssue } from '../issue.ts';
import { copyJson, type JsonValue } from '../json.ts';
import { describeMismatch, describeNearMisses } from '../json-schema/rules/describe-mismatch.ts';
import type { Finding } from '../json-schema/rules/report.ts';
import { type TypeName, typeNames } from '../json-schema/type-name.ts';

/** A value that a library refuses, and what else is known of it. */
export interface RefusedValue {
  readonly value: JsonValue;
  /** What is wrong with it by the JSON Schema; asked for once at most. */
  readonly explain: () => readonly ValidationIssue[];
}

/** What the issues of libraries have besides. Nothing of it is relied on. */
interface LibraryIssue extends StandardSchemaV1.Issue {
  readonly code?: unknown;
  readonly type?: unknown;
  readonly expected?: unknown;
  readonly values?: unknown;
  /** Of a union in Zod: the issues of each alternative, by their paths within the value. */
  readonly errors?: unknown;
  /** Of a key in Zod: its own issues. Of a union in Valibot: those of all alternatives. */
  readonly issues?: unknown;
  /** In ArkType: the message without the path that it begins with. */
  readonly problem?: unknown;
}

/** An issue with a union inside of it may hide many. */
const MAX_HIDDEN = 20;

/** What Zod and Valibot say of a union where its author says nothing. */
const DEFAULT_MESSAGE = /^Invalid (input|type|discriminator)/;

/** Names of types in Zod that JSON Schema calls otherwise. */
const jsonTypes: Readonly<Record<string, TypeName>> = {
  int: 'integer',
  record: 'object',
  tuple: 'array',
  set: 'array',
};

/**
 * The issues of a schema library, one for each thing that is wrong. What a library says of a union as a whole, such as
 * "Invalid input", is replaced by what is wrong with the alternative that was evidently meant, or by what each of them wants.
 */
export function readLibraryIssues(
  issues: readonly StandardSchemaV1.Issue[],
  refused: RefusedValue,
): readonly ValidationIssue[] {
  return issues
    .flatMap((issue) => readIssue(issue, [], refused))
    .map(({ path, message }) => ({ path, message }));
}

function readIssue(issue: LibraryIssue, base: Finding['path'], refused: RefusedValue): readonly Finding[] {
  const path = [...base, ...(issue.path ?? []).map(toStep)];
  const own: Finding = { path, message: messageOf(issue), ...expectationOf(issue) };
  const isUnion = issue.code === 'invalid_union' || (issue.type === 'union' && isList(issue.issues));
  if (isUnion && DEFAULT_MESSAGE.test(own.message)) return readUnion(issue, own, refused);
  // What its author says of a union stays, with what is wrong inside of the alternative that was meant.
  if (isUnion)
    return [own, ...readUnion(issue, own, refused).filter((found) => found.path.length > path.length)];
  if (issue.code !== 'invalid_key' || !isList(issue.issues)) return [own];
  const reasons = issue.issues.filter(isIssue).map(({ message }) => message);
  return [{ path, message: [issue.message, ...reasons.slice(0, 3)].join(': ') }];
}

function readUnion(
  { errors, issues }: LibraryIssue,
  own: Finding,
  refused: RefusedValue,
): readonly Finding[] {
  const { path } = own;
  const value = valueAt(refused.value, path);
  if (isList(errors) && errors.length > 0 && value !== undefined) {
    const attempts = errors.map((attempt) => readAll(attempt, path, refused));
    const found = describeMismatch(attempts, { path, value });
    // Types that JSON does not have say nothing to a model.
    return found.some(({ types }) => types?.length === 0) ? [own] : bound(found, path);
  }
  const explained = refused.explain().filter((issue) => isWithin(issue.path, path));
  if (explained.length > 0) return bound(explained, path);
  const found = readAll(issues, path, refused).map((finding) => [finding]);
  // Valibot does not tell which of them belong to one alternative.
  return found.length > 0
    ? [{ path, message: `matches no allowed alternative${describeNearMisses(found, path.length)}` }]
    : [own];
}

function messageOf({ message, problem }: LibraryIssue): string {
  return typeof problem === 'string' && message.endsWith(problem) ? problem : message;
}

function readAll(issues: unknown, base: Finding['path'], refused: RefusedValue): readonly Finding[] {
  return isList(issues) ? issues.filter(isIssue).flatMap((issue) => readIssue(issue, base, refused)) : [];
}

/** What would have been right, if it is a type or a value of a list. */
function expectationOf({ code, expected, values }: LibraryIssue): Pick<Finding, 'types' | 'values'> {
  if (code === 'invalid_type') return { types: typeNamesOf(expected) };
  if (code !== 'invalid_value' || !isList(values)) return {};
  return { values: values.flatMap((value) => toJson(value)) };
}

function typeNamesOf(expected: unknown): readonly TypeName[] {
  if (typeof expected !== 'string') return [];
  const name = Object.hasOwn(jsonTypes, expected) ? jsonTypes[expected] : expected;
  return typeNames.filter((known) => known === name);
}

function toJson(value: unknown): readonly JsonValue[] {
  const copy = copyJson(value);
  return copy.ok ? [copy.value] : [];
}

function bound(findings: readonly Finding[], path: Finding['path']): readonly Finding[] {
  if (findings.length <= MAX_HIDDEN) return findings;
  const rest = findings.length - MAX_HIDDEN;
  return [...findings.slice(0, MAX_HIDDEN), { path, message: `has ${rest} more issues` }];
}

function valueAt(value: JsonValue, path: Finding['path']): JsonValue | undefined {
  let inner: JsonValue | undefined = value;
  for (const step of path) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, step)) return undefined;
    // It has this key, whichever of the two it is.
    inner = (inner as Readonly<Record<string | number, JsonValue>>)[step];
  }
  return inner;
}

function isWithin(path: ValidationIssue['path'], base: Finding['path']): boolean {
  return base.every((step, at) => String(path[at]) === String(step));
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isIssue(value: unknown): value is LibraryIssue {
  return (
    typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
  );
}

function toStep(segment: PropertyKey | StandardSchemaV1.PathSegment): string | number {
  const key = typeof segment === 'object' ? segment.key : segment;
  return typeof key === 'symbol' ? String(key) : key;
}
