import type { Node } from 'oxc-parser';
import { loadSource, type SourceFile, walk } from './syntax.ts';

/** One changed token of a source file. */
export interface Mutant {
  readonly path: string;
  readonly line: number;
  /** Where the token stands in the text of the file. */
  readonly start: number;
  readonly end: number;
  readonly original: string;
  readonly replacement: string;
}

const operators: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};

/** Every change of a single token of a file that is worth a test: operators, negations, booleans and numbers. */
export function listMutants(path: string): Mutant[] {
  const source = loadSource(path);
  const mutants: Mutant[] = [];
  walk(source.program, (node) => {
    // Types do nothing at run time.
    if (node.type.startsWith('TS') && !node.type.endsWith('Expression')) return 'skip';
    const change = changeOf(source, node);
    if (change !== undefined) mutants.push(toMutant(source, change));
    return undefined;
  });
  return mutants;
}

type Change = Pick<Mutant, 'start' | 'end' | 'replacement'>;

function changeOf({ text }: SourceFile, node: Node): Change | undefined {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const replacement = operators[node.operator];
      if (replacement === undefined) return undefined;
      const start = text.indexOf(node.operator, node.left.end);
      return { start, end: start + node.operator.length, replacement };
    }
    case 'UnaryExpression':
      return node.operator === '!' ? { start: node.start, end: node.start + 1, replacement: '' } : undefined;
    case 'Literal':
      if (typeof node.value === 'boolean') return { ...spanOf(node), replacement: String(!node.value) };
      if (typeof node.value === 'number') return { ...spanOf(node), replacement: String(node.value + 1) };
      return undefined;
    default:
      return undefined;
  }
}

function spanOf({ start, end }: Node): { readonly start: number; readonly end: number } {
  return { start, end };
}

function toMutant({ path, text }: SourceFile, { start, end, replacement }: Change): Mutant {
  const line = text.slice(0, start).split('\n').length;
  return { path, line, start, end, original: text.slice(start, end), replacement };
}
