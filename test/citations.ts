import type { Node } from 'oxc-parser';
import { lineAt, parseSource, walk } from '../scripts/lib/syntax.ts';

/** A requirement named by a test. */
export interface Citation {
  readonly id: string;
  /** The place of the test, as `file:line`. */
  readonly place: string;
}

/**
 * The requirements that the tests of a file cite: ids in square brackets at the start of a test's name,
 * such as `it('[R2] refuses a clash')` or `it.each(cases)('[T1, T9] %s')`, and of a case of a published suite, such as
 * `catalogCase('[C3] creates')`. Skipped tests cite nothing.
 */
export function findCitations(path: string, text: string): Citation[] {
  const citations: Citation[] = [];
  walk(parseSource(path, text).program, (node) => {
    if (node.type === 'CallExpression' && isRunningTest(node.callee)) {
      const place = `${path}:${lineAt(text, node.start)}`;
      for (const id of idsOf(nameOf(node.arguments[0]))) citations.push({ id, place });
    }
    return undefined;
  });
  return citations;
}

function isRunningTest(callee: Node): boolean {
  switch (callee.type) {
    case 'Identifier':
      return callee.name === 'it' || callee.name === 'test' || callee.name.endsWith('Case');
    case 'MemberExpression': {
      const modifier = callee.property.type === 'Identifier' ? callee.property.name : '';
      return modifier !== 'skip' && modifier !== 'todo' && isRunningTest(callee.object);
    }
    case 'CallExpression':
      return isRunningTest(callee.callee);
    case 'TaggedTemplateExpression':
      return isRunningTest(callee.tag);
    default:
      return false;
  }
}

function nameOf(argument: Node | undefined): string {
  if (argument?.type === 'Literal' && typeof argument.value === 'string') return argument.value;
  if (argument?.type === 'TemplateLiteral') return argument.quasis[0]?.value.raw ?? '';
  return '';
}

function idsOf(name: string): string[] {
  const [, list] = /^\[([^\]]*)\]/.exec(name) ?? [];
  return list === undefined ? [] : list.split(',').map((id) => id.trim());
}
