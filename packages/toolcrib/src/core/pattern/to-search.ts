import type { PatternNode } from './parse-pattern.ts';

const anyText: PatternNode = {
  kind: 'repeat',
  body: { kind: 'atom', source: '[^]' },
  min: 0,
  max: Number.POSITIVE_INFINITY,
};

/**
 * What an engine does to find a pattern in a text: it starts anywhere unless the pattern is anchored, and
 * never comes back once the rest cannot fail. Such a rest is gone through once, so it becomes a lookahead.
 */
export function toSearch(node: PatternNode): PatternNode {
  const rests: PatternNode[] = [];
  const head = splitEnd(node, rests);
  const options = head.kind === 'choice' ? head.options : [head];
  const starts = options.filter(isAnchored);
  const floating = options.filter((option) => !isAnchored(option));
  if (floating.length > 0) {
    starts.push({ kind: 'sequence', items: [anyText, { kind: 'choice', options: floating }] });
  }
  const looks = rests.map((body): PatternNode => ({ kind: 'look', body, isBehind: false }));
  return { kind: 'sequence', items: [...looks, { kind: 'choice', options: starts }] };
}

function isAnchored(node: PatternNode | undefined): boolean {
  switch (node?.kind) {
    case 'edge':
      return node.source === '^';
    case 'sequence':
      return isAnchored(node.items[0]);
    case 'choice':
      return node.options.every(isAnchored);
    default:
      return false;
  }
}

/** Moves what cannot fail from the end of a pattern to `rests`, and returns what is left. */
function splitEnd(node: PatternNode, rests: PatternNode[]): PatternNode {
  switch (node.kind) {
    case 'sequence': {
      const end = node.items.findLastIndex((item) => !cannotFail(item));
      rests.push(...node.items.slice(end + 1));
      const items = node.items.slice(0, end + 1);
      return {
        kind: 'sequence',
        items: items.map((item, index) => (index === end ? splitEnd(item, rests) : item)),
      };
    }
    case 'choice':
      return { kind: 'choice', options: node.options.map((option) => splitEnd(option, rests)) };
    case 'repeat': {
      const { body, min, max } = node;
      rests.push({ kind: 'repeat', body, min: 0, max: max - min });
      const before: PatternNode = { kind: 'repeat', body, min: min - 1, max: min - 1 };
      return { kind: 'sequence', items: [before, splitEnd(body, rests)] };
    }
    default:
      return node;
  }
}

function cannotFail(node: PatternNode): boolean {
  switch (node.kind) {
    case 'sequence':
      return node.items.every(cannotFail);
    case 'choice':
      return node.options.some(cannotFail);
    case 'repeat':
      return node.min === 0 || cannotFail(node.body);
    default:
      return false;
  }
}
