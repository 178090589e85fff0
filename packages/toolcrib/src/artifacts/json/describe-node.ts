import { REDACTION_MARGIN, redactPart } from '../../runtime/render/redact-part.ts';
import type { Redactor } from '../../runtime/render/redactor.ts';
import { count } from '../structured/count.ts';
import { cutToBytes, utf8Length } from '../text/utf8.ts';
import { isNodeArray, isNodeObject, type JsonNode, LongNumber, typeOfNode } from './json-node.ts';
import { writeJson } from './write-json.ts';

const MAX_BYTES = 600;
const MAX_KEY_BYTES = 80;
/** Room for the size of a value, which is short, and a few words around it. */
const SIZE_BYTES = 60;
/** Less than that says nothing. */
const MIN_DETAIL_BYTES = 16;

/** What kind of value it is and how large, in our own words: nothing of its content. */
export function measureNode(node: JsonNode, keys = keysOf(node)): string {
  if (isNodeArray(node)) return `array of ${count(node.length, 'element')}`;
  if (keys !== undefined) return `object with ${count(keys.length, 'key')}`;
  if (typeof node === 'string') return `string of ${count(node.length, 'character')}`;
  return node instanceof LongNumber ? `number of ${count(node.text.length, 'character')}` : typeOfNode(node);
}

/** What there is for a value to be shown in. */
interface NodeRoom {
  readonly maxBytes: number;
  readonly redact: Redactor;
}

/** What can be told of a value that is too large to be shown: its size, and its beginning or its keys. */
function describeNode(node: JsonNode, { maxBytes, redact }: NodeRoom): string {
  const keys = keysOf(node);
  const size = measureNode(node, keys);
  const left = Math.min(maxBytes, MAX_BYTES) - SIZE_BYTES;
  if (left < MIN_DETAIL_BYTES) return size;
  if (typeof node === 'string')
    return `${size} that begins with ${showBeginning(node, { maxBytes: left, redact })}`;
  if (keys !== undefined) return `${size}: ${listKeys(keys, left)}`;
  const first = isNodeArray(node) ? node[0] : undefined;
  return first === undefined
    ? size
    : `${size}, the first: ${describeNode(first, { maxBytes: left, redact })}`;
}

/** The value itself, or else what can be told of it and the path that leads to it. */
export function showNode(node: JsonNode, path: string, room: NodeRoom): string {
  const { maxBytes, redact } = room;
  const whole = writeJson(node, maxBytes);
  // Placeholders may take more room than secrets.
  if (whole !== undefined && utf8Length(redact(whole)) <= maxBytes) return whole;
  return showShape(node, { ...room, way: `see path: ${JSON.stringify(path)}` });
}

/** What can be told of a value, and how it can be read, if there is room for that. */
export function showShape(
  node: JsonNode,
  { way, maxBytes, redact }: NodeRoom & { readonly way: string },
): string {
  const left = maxBytes - utf8Length(way) - 24;
  // A path is as long as its keys.
  if (left < SIZE_BYTES)
    return `<${describeNode(node, { maxBytes: maxBytes - 22, redact })}; too large to show>`;
  return `<${describeNode(node, { maxBytes: left, redact })}; too large to show, ${way}>`;
}

/** A string that is too large to be shown, as far as there is room. A secret that goes on after that is none of it. */
function showBeginning(text: string, { maxBytes, redact }: NodeRoom): string {
  const part = text.slice(0, maxBytes).toWellFormed();
  const after = text.slice(maxBytes, maxBytes + REDACTION_MARGIN);
  const shown = shorten(redactPart({ before: '', part, after }, redact), maxBytes - 3);
  return shown.endsWith('…') || after === '' ? shown : `${shown}…`;
}

/** A text as JSON, or the beginning of one with more bytes. */
export function shorten(text: string, maxBytes: number): string {
  const beginning = text.slice(0, maxBytes);
  const whole = JSON.stringify(beginning);
  if (beginning.length === text.length && utf8Length(whole) <= maxBytes) return whole;
  const room = maxBytes - 5;
  const short = JSON.stringify(cutToBytes(beginning, room));
  // An escape has up to six characters for one.
  return `${utf8Length(short) <= room + 2 ? short : JSON.stringify(cutToBytes(beginning, Math.floor(room / 6)))}…`;
}

function keysOf(node: JsonNode): readonly string[] | undefined {
  return isNodeObject(node) ? Object.keys(node) : undefined;
}

function listKeys(keys: readonly string[], maxBytes: number): string {
  let list = '';
  let left = maxBytes;
  for (const key of keys) {
    const shown = `${list === '' ? '' : ', '}${shorten(key, MAX_KEY_BYTES)}`;
    left -= utf8Length(shown);
    if (left < 0) return `${list}, …`;
    list += shown;
  }
  return list;
}
