import type { Node } from 'oxc-parser';
import { lineAt, type SourceFile, walk } from '../scripts/lib/syntax.ts';

/** Objects of the host of which core may use nothing. */
const hostObjects: readonly string[] = ['crypto', 'performance', 'process'];
const hostFunctions: readonly string[] = ['setTimeout', 'setInterval', 'setImmediate'];
const impureMembers: readonly string[] = ['Date.now', 'Math.random'];
const collections: readonly string[] = ['Map', 'Set', 'WeakMap', 'WeakSet'];

/** Where a file reads the clock, randomness or the host, which are injected instead. */
export function findHostUses(file: SourceFile): string[] {
  return findNodes(file, (node, parent) => {
    switch (node.type) {
      case 'NewExpression':
        return isNamed(node.callee, 'Date') && node.arguments.length === 0 ? 'new Date()' : undefined;
      case 'CallExpression':
        return isNamed(node.callee, 'Date') ? 'Date()' : undefined;
      case 'MemberExpression':
        return judgeMember(node.object, memberName(node.property));
      case 'Identifier':
        return hostFunctions.includes(node.name) && !isKey(node, parent) ? node.name : undefined;
      default:
        return undefined;
    }
  });
}

/** Where a file exports everything of another one, or has a default export. */
export function findUnnamedExports(file: SourceFile): string[] {
  return findNodes(file, (node) => {
    if (node.type === 'ExportAllDeclaration') return 'export *';
    if (node.type === 'ExportDefaultDeclaration') return 'export default';
    return node.type === 'ExportSpecifier' && isNamed(node.exported, 'default')
      ? 'export default'
      : undefined;
  });
}

/**
 * Where a file keeps state that all of a process shares: top-level variables, and collections made to be
 * filled. A constant that stays empty says so with `new Map([])`.
 */
export function findGlobalState(file: SourceFile): string[] {
  return findNodes(file, (node, parent) => {
    switch (node.type) {
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        return 'skip';
      case 'PropertyDefinition':
        return node.static ? undefined : 'skip';
      case 'VariableDeclaration':
        return node.kind === 'const' || isLoop(parent) ? undefined : `top-level ${node.kind}`;
      case 'VariableDeclarator':
        return isEmptyArray(node.init) && !isReadonly(node.id) ? 'top-level []' : undefined;
      case 'NewExpression':
        return judgeCollection(node.callee, node.arguments.length);
      default:
        return undefined;
    }
  });
}

/** `judge` answers what is wrong with a node, nothing, or `'skip'` for a node that is not looked into. */
function findNodes(
  file: SourceFile,
  judge: (node: Node, parent: Node | undefined) => string | undefined,
): string[] {
  const found: string[] = [];
  walk(file.program, (node, parent) => {
    const answer = judge(node, parent);
    if (answer === 'skip') return 'skip';
    if (answer !== undefined) found.push(`${file.path}:${lineAt(file.text, node.start)} ${answer}`);
    return undefined;
  });
  return found;
}

function judgeMember(object: Node, member: string): string | undefined {
  const name = object.type === 'Identifier' ? object.name : '';
  if (hostObjects.includes(name) || impureMembers.includes(`${name}.${member}`)) return `${name}.${member}`;
  const isHost = name === 'globalThis' && [...hostObjects, ...hostFunctions].includes(member);
  return isHost ? `globalThis.${member}` : undefined;
}

function judgeCollection(callee: Node, argumentCount: number): string | undefined {
  const name = callee.type === 'Identifier' ? callee.name : '';
  return collections.includes(name) && argumentCount === 0 ? `top-level new ${name}()` : undefined;
}

function memberName(property: Node): string {
  if (property.type === 'Identifier') return property.name;
  return property.type === 'Literal' ? String(property.value) : '';
}

function isNamed(node: Node, name: string): boolean {
  return node.type === 'Identifier' && node.name === name;
}

/** Whether an identifier is the name of a member, as in `timers.setTimeout` or `{ setTimeout: … }`. */
function isKey(node: Node, parent: Node | undefined): boolean {
  if (parent === undefined) return false;
  if ('property' in parent && parent.property === node) return !('computed' in parent && parent.computed);
  return 'key' in parent && parent.key === node && !('shorthand' in parent && parent.shorthand);
}

function isLoop(node: Node | undefined): boolean {
  return node?.type === 'ForStatement' || node?.type === 'ForOfStatement' || node?.type === 'ForInStatement';
}

function isEmptyArray(node: Node | null): boolean {
  return node?.type === 'ArrayExpression' && node.elements.length === 0;
}

function isReadonly(id: Node): boolean {
  const type =
    'typeAnnotation' in id && id.typeAnnotation?.type === 'TSTypeAnnotation'
      ? id.typeAnnotation.typeAnnotation
      : undefined;
  if (type?.type === 'TSTypeOperator') return type.operator === 'readonly';
  return type?.type === 'TSTypeReference' && isNamed(type.typeName, 'ReadonlyArray');
}
