import type { LintFinding } from '../lint-finding.ts';
import { showText } from '../show-text.ts';
import { skeletonOf } from './skeleton.ts';

const isAscii = /^[ -~]*$/;

/**
 * The keys under which a name is kept to find others that look like it: names that look alike have a key in common.
 * Most names have one key only.
 */
export function lookAlikeKeys(name: string): readonly string[] {
  return lookAlikeKeysOf(name, skeletonOf(name));
}

/** As {@link lookAlikeKeys}, for a name whose skeleton is known. */
export function lookAlikeKeysOf(name: string, skeletonOfName: string): readonly string[] {
  const lower = name.toLowerCase();
  const skeleton = skeletonOfName.toLowerCase();
  return Object.freeze(skeleton === lower ? [lower] : [lower, skeleton]);
}

/** Those of some names that a name could be taken for; the name itself is not among them. */
export function findLookAlikes(name: string, others: Iterable<string>): readonly string[] {
  return Object.freeze([...others].filter((other) => lookAlikeFinding(name, other) !== undefined));
}

/**
 * The finding that a name could be taken for another one, or undefined if it could not. An `error` where a letter that
 * is not ASCII imitates another; a `warning` where only case differs, or ASCII is drawn alike, as `rn` and `m`.
 * Names that differ by a number, as `tool1` and `tooll`, are not confused.
 */
export function lookAlikeFinding(name: string, other: string): LintFinding | undefined {
  return name === other || !sharesKey(name, other) ? undefined : describeLookAlike(name, other);
}

/** As {@link lookAlikeFinding}, for two names that have a key in common. */
export function describeLookAlike(name: string, other: string): LintFinding | undefined {
  const isPlain = isAscii.test(name) && isAscii.test(other);
  if (isPlain && isNumbered(name, other)) return undefined;
  const isCase = name.toLowerCase() === other.toLowerCase();
  const reason = isCase ? 'differs only by case from' : 'looks like';
  return Object.freeze({
    rule: 'look-alike-name',
    severity: isPlain ? 'warning' : 'error',
    pointer: '/name',
    message: `The name ${showText(name)} ${reason} ${showText(other)}, which is another tool.`,
    fix: 'Choose a name that nobody can take for the other.',
  });
}

function sharesKey(name: string, other: string): boolean {
  const keys = lookAlikeKeys(other);
  return lookAlikeKeys(name).some((key) => keys.includes(key));
}

/**
 * Whether two names of ASCII differ only where a digit ends a word, as in `v1` and `vl`: that is a number, while the one
 * in `de1ete` imitates a letter.
 */
function isNumbered(name: string, other: string): boolean {
  if (name.length !== other.length || name.toLowerCase() === other.toLowerCase()) return false;
  for (let index = 0; index < name.length; index++) {
    if (name.charAt(index).toLowerCase() === other.charAt(index).toLowerCase()) continue;
    if (!isNumberAt(name, index) && !isNumberAt(other, index)) return false;
  }
  return true;
}

function isNumberAt(name: string, index: number): boolean {
  return /\d/.test(name.charAt(index)) && !/[a-z]/i.test(name.charAt(index + 1));
}
