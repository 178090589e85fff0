import type { Artifact } from '../../core/artifact.ts';
import { ToolError } from '../../core/tool-error.ts';
import { measureNode } from './describe-node.ts';
import { type JsonReadOptions, readJsonLines } from './json-lines.ts';
import { isNodeObject, type JsonNode } from './json-node.ts';
import { extendPointer, parsePointer, quote, stepInto, toIndex } from './json-pointer.ts';
import { isJsonLines, type JsonSource, noJson, parseDocument } from './parse-document.ts';

/** What a path leads to: a value, or all of the lines. */
export type JsonTarget =
  | {
      readonly kind: 'node';
      readonly node: JsonNode;
      /** Those of an object. To list them takes so long, if there are many, that it is done once. */
      readonly keys: readonly string[] | undefined;
    }
  | { readonly kind: 'lines' };

/**
 * What is at a path of an artifact; undefined if there is nothing. It reads as far as it has to: of lines, up to
 * the one that the path names.
 *
 * @throws ToolError when it is too large, or no JSON.
 */
export async function findTarget(
  source: JsonSource,
  path: string,
  options: JsonReadOptions,
): Promise<JsonTarget | undefined> {
  const end = await walk(source, path, options);
  return 'target' in end ? end.target : undefined;
}

/** As {@link findTarget}. @throws ToolError also when there is nothing, with how far the path leads. */
export async function loadTarget(
  source: JsonSource,
  path: string,
  options: JsonReadOptions,
): Promise<JsonTarget> {
  const end = await walk(source, path, options);
  if ('target' in end) return end.target;
  const { reached, what, missing } = end;
  throw new ToolError(
    `There is nothing at path ${quote(path)}: path ${quote(reached)} leads to ${what}, without ${quote(missing)}.`,
  );
}

type Walk =
  | { readonly target: JsonTarget }
  /** Nothing of the artifact itself, only what was asked for and our own words. */
  | { readonly reached: string; readonly what: string; readonly missing: string };

async function walk(source: JsonSource, path: string, options: JsonReadOptions): Promise<Walk> {
  const { artifact } = source;
  const steps = parsePointer(path);
  if (!(await isJsonLines(artifact, options.signal))) {
    return walkNode(await parseDocument(source, options), steps, '');
  }
  const [first, ...others] = steps;
  if (first === undefined) return { target: { kind: 'lines' } };
  const index = toIndex(first);
  const node = index === undefined ? undefined : await loadLine(artifact, index, options);
  if (node === undefined) return { reached: '', what: 'lines of JSON', missing: first };
  return walkNode(node, others, `/${first}`);
}

function walkNode(root: JsonNode, steps: readonly string[], start: string): Walk {
  let node = root;
  for (const [index, step] of steps.entries()) {
    const next = stepInto(node, step);
    if (next === undefined) {
      const reached = steps.slice(0, index).reduce(extendPointer, start);
      return { reached, what: `an ${measureNode(node)}`.replace(/^an (?=[^ao])/, 'a '), missing: step };
    }
    node = next;
  }
  return { target: { kind: 'node', node, keys: isNodeObject(node) ? Object.keys(node) : undefined } };
}

async function loadLine(
  artifact: Artifact,
  index: number,
  options: JsonReadOptions,
): Promise<JsonNode | undefined> {
  for await (const [element] of readJsonLines(artifact, { ...options, from: index })) {
    if (element === undefined) continue;
    if ('problem' in element) throw noJson(element.problem);
    return element.node;
  }
  return undefined;
}
