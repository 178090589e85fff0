import type { PatternNode } from './parse-pattern.ts';
import { PatternRefusal } from './pattern-refusal.ts';

type RepeatNode = Extract<PatternNode, { kind: 'repeat' }>;

/** Up to how many mandatory rounds are kept apart. */
const MAX_COPIES = 64;
/** Up to how many rounds are kept apart if some are optional. */
const MAX_OPTIONAL_COPIES = 8;

const nothing: PatternNode = { kind: 'sequence', items: [] };

/**
 * Rewrites a repetition into copies, choices and at most one loop, which is a `repeat` from 1 to Infinity of a
 * body that reads something. Large counts become unlimited, which only adds paths.
 *
 * @throws PatternRefusal for a loop over something that can be empty.
 */
export function unrollRepeat({ body, min, max }: RepeatNode): PatternNode {
  if (max <= (min === max ? MAX_COPIES : MAX_OPTIONAL_COPIES)) {
    // Engines refuse optional rounds that read nothing, so a body that can be empty is optional as it is.
    return isNullable(body)
      ? copies(body, max)
      : { kind: 'sequence', items: [copies(body, min), upTo(body, max - min)] };
  }
  if (isNullable(body)) throw new PatternRefusal('repeats a part that can be empty, as in (a?)*');
  const loop: PatternNode = { kind: 'repeat', body, min: 1, max: Number.POSITIVE_INFINITY };
  if (min === 0) return { kind: 'choice', options: [loop, nothing] };
  return min === 1 || min > MAX_COPIES ? loop : { kind: 'sequence', items: [copies(body, min - 1), loop] };
}

function copies(body: PatternNode, count: number): PatternNode {
  return { kind: 'sequence', items: Array.from({ length: count }, () => body) };
}

function upTo(body: PatternNode, count: number): PatternNode {
  if (count === 0) return nothing;
  const taken: PatternNode = { kind: 'sequence', items: [body, upTo(body, count - 1)] };
  return { kind: 'choice', options: [taken, nothing] };
}

function isNullable(node: PatternNode): boolean {
  switch (node.kind) {
    case 'atom':
      return false;
    case 'sequence':
      return node.items.every(isNullable);
    case 'choice':
      return node.options.some(isNullable);
    case 'repeat':
      return node.min === 0 || isNullable(node.body);
    default:
      return true;
  }
}
