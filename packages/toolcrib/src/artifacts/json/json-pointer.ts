import { cutText } from '../../core/cut-text.ts';
import { ToolError } from '../../core/tool-error.ts';
import { isNodeArray, isNodeObject, type JsonNode } from './json-node.ts';

/**
 * The steps of a JSON Pointer (RFC 6901); none for the root.
 *
 * @throws ToolError when the text is no pointer, with one that may have been meant.
 */
export function parsePointer(pointer: string): readonly string[] {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) {
    throw new ToolError(
      `${quote(pointer)} is no JSON Pointer: each step begins with "/", as in "/items/0/name", and "" is the root.`,
    );
  }
  if (/~(?![01])/.test(pointer)) {
    throw new ToolError(
      `${quote(pointer)} is no JSON Pointer: in a key "~" is written "~0" and "/" is written "~1".`,
    );
  }
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The pointer that leads to a key or an index below another pointer. */
export function extendPointer(pointer: string, step: string | number): string {
  return `${pointer}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The node that a key or an index leads to. What an object or an array inherits plays no part. */
export function stepInto(node: JsonNode, step: string): JsonNode | undefined {
  if (isNodeArray(node)) {
    const index = toIndex(step);
    return index === undefined ? undefined : node[index];
  }
  return isNodeObject(node) && Object.hasOwn(node, step) ? node[step] : undefined;
}

/** The node at the end of some steps; undefined if one of them leads nowhere. */
export function findNode(root: JsonNode, steps: readonly string[]): JsonNode | undefined {
  let node: JsonNode | undefined = root;
  for (const step of steps) {
    node = stepInto(node, step);
    if (node === undefined) return undefined;
  }
  return node;
}

/** A step as the index of an array; RFC 6901 knows no sign and no leading zero. */
export function toIndex(step: string): number | undefined {
  return /^(?:0|[1-9]\d{0,14})$/.test(step) ? Number(step) : undefined;
}

/** What a model sent, in our own words back to it. */
export function quote(text: string): string {
  return JSON.stringify(cutText(text));
}
