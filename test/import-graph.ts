import { posix } from 'node:path';
import { lineAt, type SourceFile, walk } from '../scripts/lib/syntax.ts';

/** One import, re-export or type import of a file. */
export interface ImportEdge {
  readonly from: string;
  /** The file that a relative import leads to; for anything else what is written, such as `node:fs` or `zod/v4`. */
  readonly to: string;
  readonly isRelative: boolean;
  /** Whether it vanishes when the types are removed. */
  readonly isTypeOnly: boolean;
  /** The place of the import, as `file:line`. */
  readonly place: string;
}

/** Every import of a file: static, dynamic, re-exporting and inside types. */
export function findImports(file: SourceFile): ImportEdge[] {
  const edges: ImportEdge[] = [];
  const add = (specifier: string, offset: number, isTypeOnly: boolean): void => {
    const isRelative = specifier.startsWith('.');
    edges.push({
      from: file.path,
      to: isRelative ? posix.join(posix.dirname(file.path), specifier) : specifier,
      isRelative,
      isTypeOnly,
      place: `${file.path}:${lineAt(file.text, offset)}`,
    });
  };
  walk(file.program, (node) => {
    switch (node.type) {
      // `import { type A }` is kept as `import {}` when types are stripped, so it counts as a value import.
      case 'ImportDeclaration':
        add(node.source.value, node.start, node.importKind === 'type');
        break;
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
        if (node.source !== null) add(node.source.value, node.start, node.exportKind === 'type');
        break;
      case 'ImportExpression':
        add(node.source.type === 'Literal' ? String(node.source.value) : '(computed)', node.start, false);
        break;
      case 'TSImportType':
        add(node.source.value, node.start, true);
        break;
    }
    return undefined;
  });
  return edges;
}

/** Cycles of value imports, each as the files on it; none exactly when there is no cycle. */
export function findCycles(edges: readonly ImportEdge[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to, isRelative, isTypeOnly } of edges) {
    if (isRelative && !isTypeOnly) targets.set(from, [...(targets.get(from) ?? []), to]);
  }
  const cycles: string[][] = [];
  const finished = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const index = path.indexOf(file);
    if (index >= 0) cycles.push(path.slice(index));
    if (index >= 0 || finished.has(file)) return;
    for (const target of targets.get(file) ?? []) visit(target, [...path, file]);
    finished.add(file);
  };
  for (const file of targets.keys()) visit(file, []);
  return cycles;
}
