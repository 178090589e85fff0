import type { Artifact } from '../../core/artifact.ts';
import type { JsonElement } from './json-element.ts';
import { type JsonReadOptions, readJsonLines } from './json-lines.ts';
import { isNodeArray, isNodeObject, type JsonNodeArray, type JsonNodeObject } from './json-node.ts';
import type { JsonTarget } from './json-target.ts';

/** How many elements are given at a time. */
const BATCH = 1_000;

/** What is in an array, an object or lines, from an index on; undefined for a value that holds no others. */
export function readElements(
  artifact: Artifact,
  target: JsonTarget,
  options: JsonReadOptions & { readonly from: number },
): AsyncIterable<readonly JsonElement[]> | undefined {
  if (target.kind === 'lines') return readJsonLines(artifact, options);
  if (isNodeArray(target.node)) return readArray(target.node, options.from);
  const { node, keys } = target;
  return isNodeObject(node) && keys !== undefined ? readObject(node, keys, options.from) : undefined;
}

async function* readArray(items: JsonNodeArray, from: number): AsyncGenerator<readonly JsonElement[], void> {
  for (let start = from; start < items.length; start += BATCH) {
    yield items.slice(start, start + BATCH).map((node, offset) => ({ index: start + offset, node }));
  }
}

async function* readObject(
  properties: JsonNodeObject,
  keys: readonly string[],
  from: number,
): AsyncGenerator<readonly JsonElement[], void> {
  for (let start = from; start < keys.length; start += BATCH) {
    yield keys.slice(start, start + BATCH).flatMap((key, offset) => {
      const node = properties[key];
      return node === undefined ? [] : [{ index: start + offset, key, node }];
    });
  }
}
