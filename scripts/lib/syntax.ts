import { type Comment, type Node, type Program, parseSync, visitorKeys } from 'oxc-parser';
import { readText } from './repository.ts';

/** A parsed TypeScript file. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
}

/** Parses TypeScript; throws on a syntax error. */
export function parseSource(path: string, text: string): SourceFile {
  const { program, comments, errors } = parseSync(path, text, { preserveParens: false });
  const [error] = errors;
  if (error !== undefined) throw new SyntaxError(`${path}: ${error.message}\n${error.codeframe ?? ''}`);
  return { path, text, program, comments };
}

/** Reads and parses a file of the repository, its path relative to the root. */
export function loadSource(path: string): SourceFile {
  return parseSource(path, readText(path));
}

/** Calls `visit` for a node and everything below it, parents first. Answering `'skip'` leaves out what is below. */
export function walk(
  node: Node,
  visit: (node: Node, parent: Node | undefined) => 'skip' | undefined,
  parent?: Node,
): void {
  if (visit(node, parent) === 'skip') return;
  for (const key of visitorKeys[node.type] ?? []) {
    // The parser's table of keys says which properties hold nodes; its types cannot.
    const child = (node as unknown as Record<string, Node | readonly (Node | null)[] | null>)[key];
    if (Array.isArray(child)) {
      for (const item of child) if (item !== null) walk(item, visit, node);
    } else if (child) walk(child as Node, visit, node);
  }
}

/** The line of an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
