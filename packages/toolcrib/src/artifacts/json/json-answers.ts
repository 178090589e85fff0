import { ToolError } from '../../core/tool-error.ts';
import { redactPart } from '../../runtime/render/redact-part.ts';
import type { QueryBounds } from '../artifact-query.ts';
import { count } from '../structured/count.ts';
import type { PageWish } from '../structured/page-arguments.ts';
import { utf8Length } from '../text/utf8.ts';
import { measureNode, showNode, showShape } from './describe-node.ts';
import type { JsonArtifact } from './json-artifact.ts';
import { compileCondition, type JsonCondition } from './json-condition.ts';
import type { JsonElement } from './json-element.ts';
import { readJsonLines, readTextLines } from './json-lines.ts';
import { isNodeArray } from './json-node.ts';
import { extendPointer, findNode, parsePointer, quote } from './json-pointer.ts';
import { type JsonTarget, loadTarget } from './json-target.ts';
import {
  type ElementList,
  finishList,
  finishMatches,
  listElements,
  nameTarget,
  nounOf,
  type ReadableElement,
} from './list-elements.ts';
import { readElements } from './read-elements.ts';
import { sliceText } from './slice-text.ts';
import { writeJson } from './write-json.ts';

/** Where a question is asked. */
interface PathArguments {
  readonly path: string;
}

/** JSON as it is read for models: with all digits of its numbers. */
const asWritten = { keepDigits: true } as const;

/** What a model is told about the JSON of an artifact. */
export async function answerType(
  artifact: JsonArtifact,
  { path }: PathArguments,
  { signal }: QueryBounds,
): Promise<string> {
  return nameTarget(await load(artifact, path, signal));
}

export async function answerLength(
  artifact: JsonArtifact,
  { path }: PathArguments,
  { signal }: QueryBounds,
): Promise<string> {
  const target = await load(artifact, path, signal);
  if (target.kind === 'lines')
    return `${count(await countLines(artifact, signal), 'line')} that are not blank`;
  const { node, keys } = target;
  if (isNodeArray(node)) return count(node.length, 'element');
  if (keys !== undefined) return count(keys.length, 'key');
  if (typeof node === 'string') return count(node.length, 'character');
  throw new ToolError(`The value at path ${quote(path)} is a ${measureNode(node)}, which has no length.`);
}

export async function answerGet(
  artifact: JsonArtifact,
  { path }: PathArguments,
  { maxBytes, signal, redact }: QueryBounds,
): Promise<string> {
  const target = await load(artifact, path, signal);
  if (target.kind === 'node') {
    const way = `read it with artifact_json_slice, path: ${JSON.stringify(path)}`;
    const whole = writeJson(target.node, maxBytes);
    const shown = whole && redactPart({ before: nameBefore(path), part: whole, after: '' }, redact);
    const isShort = shown !== undefined && utf8Length(shown) <= maxBytes;
    return isShort ? shown : showShape(target.node, { way, maxBytes, redact });
  }
  const way = 'read them with artifact_json_slice, or one of them with path: "/0"';
  for await (const [first] of readJsonLines(artifact, { ...asWritten, from: 0, signal })) {
    if (first === undefined || 'problem' in first) continue;
    return `<lines of JSON, the first: ${measureNode(first.node)}; ${way}>`;
  }
  return `<lines of JSON; ${way}>`;
}

export async function answerKeys(
  artifact: JsonArtifact,
  { path, ...wish }: PathArguments & PageWish,
  bounds: QueryBounds,
): Promise<string> {
  const { target, elements } = await openElements(artifact, { path, ...wish }, bounds);
  if (nounOf(target) !== 'key') {
    const first = quote(extendPointer(path, 0));
    throw new ToolError(
      `The value at path ${quote(path)} has no keys but elements. Ask for those of an element, such as path ${first}.`,
    );
  }
  const show = ({ node }: ReadableElement) => measureNode(node);
  return finishList(await listElements({ elements, wish, bounds, show }), target, wish.from);
}

export async function answerSlice(
  artifact: JsonArtifact,
  { path, ...wish }: PathArguments & PageWish,
  bounds: QueryBounds,
): Promise<string> {
  const target = await load(artifact, path, bounds.signal);
  if (target.kind === 'node' && typeof target.node === 'string') {
    const { maxBytes, redact } = bounds;
    return sliceText({ text: target.node, name: nameBefore(path), redact }, wish, maxBytes);
  }
  const elements = elementsOf(artifact, target, { path, from: wish.from, signal: bounds.signal });
  const listed = await listElements({ elements, wish, bounds, show: shower(path, bounds) });
  return finishList(listed, target, wish.from);
}

export async function answerFilter(
  artifact: JsonArtifact,
  { path, from, limit, ...condition }: PathArguments & PageWish & JsonCondition,
  bounds: QueryBounds,
): Promise<string> {
  const isMatch = compileCondition(condition);
  const { target, elements } = await openElements(artifact, { path, from }, bounds);
  const whole = shower(path, bounds);
  const show: ElementList['show'] = (element, maxBytes) =>
    isMatch(element.node) ? whole(element, maxBytes) : undefined;
  const listed = await listElements({ elements, wish: { from, limit }, bounds, show, skipsBroken: true });
  return finishMatches(listed, target, from);
}

export async function answerPluck(
  artifact: JsonArtifact,
  { path, fields, ...wish }: PathArguments & PageWish & { readonly fields: readonly string[] },
  bounds: QueryBounds,
): Promise<string> {
  const pointers = fields.map((field) => ({ field, steps: parsePointer(field) }));
  const { target, elements } = await openElements(artifact, { path, ...wish }, bounds);
  const show: ElementList['show'] = ({ node, index, key }, maxBytes) => {
    const elementPath = extendPointer(path, key ?? index);
    const shown = pointers.flatMap(({ field, steps }) => {
      const found = findNode(node, steps);
      if (found === undefined) return [];
      const share = Math.floor(maxBytes / pointers.length) - field.length - 6;
      const room = { maxBytes: share, redact: bounds.redact };
      return [`${JSON.stringify(field)}: ${showNode(found, elementPath + field, room)}`];
    });
    return shown.length === 0 ? '<none of the fields>' : shown.join(', ');
  };
  return finishList(await listElements({ elements, wish, bounds, show }), target, wish.from);
}

/** The key that leads to a value, as JSON has it before the value: a password is known by its name. */
function nameBefore(path: string): string {
  const key = parsePointer(path).at(-1);
  return key === undefined ? '' : `${JSON.stringify(key)}: `;
}

function shower(
  path: string,
  { redact }: QueryBounds,
): (element: ReadableElement, maxBytes: number) => string {
  return ({ node, index, key }, maxBytes) =>
    showNode(node, extendPointer(path, key ?? index), { maxBytes, redact });
}

function load(artifact: JsonArtifact, path: string, signal: AbortSignal): Promise<JsonTarget> {
  return loadTarget({ artifact, documents: artifact.documents }, path, { ...asWritten, signal });
}

async function openElements(
  artifact: JsonArtifact,
  { path, from }: PathArguments & PageWish,
  { signal }: QueryBounds,
): Promise<{ readonly target: JsonTarget; readonly elements: AsyncIterable<readonly JsonElement[]> }> {
  const target = await load(artifact, path, signal);
  return { target, elements: elementsOf(artifact, target, { path, from, signal }) };
}

function elementsOf(
  artifact: JsonArtifact,
  target: JsonTarget,
  { path, ...options }: PathArguments & { readonly from: number; readonly signal: AbortSignal },
): AsyncIterable<readonly JsonElement[]> {
  const elements = readElements(artifact, target, { ...options, ...asWritten });
  if (elements !== undefined) return elements;
  throw new ToolError(`The value at path ${quote(path)} is a ${nameTarget(target)}, which holds no others.`);
}

async function countLines(artifact: JsonArtifact, signal: AbortSignal): Promise<number> {
  let lineCount = 0;
  for await (const lines of readTextLines(artifact, signal)) lineCount += lines.length;
  return lineCount;
}
