import type { QueryBounds } from '../artifact-query.ts';
import { AnswerPage, goOn } from '../structured/answer-page.ts';
import { count } from '../structured/count.ts';
import type { PageWish } from '../structured/page-arguments.ts';
import { Pace } from '../text/pace.ts';
import { utf8Length } from '../text/utf8.ts';
import { measureNode, shorten } from './describe-node.ts';
import type { JsonElement } from './json-element.ts';
import { isNodeArray, isNodeObject, type JsonNode } from './json-node.ts';
import type { JsonTarget } from './json-target.ts';
import { describeProblem } from './parse-document.ts';
import type { JsonTextProblem } from './parse-json-text.ts';

/** A key is shown as far as it takes to know it again. */
const MAX_KEY_BYTES = 200;

/** An element that could be read. */
export type ReadableElement = Extract<JsonElement, { readonly node: JsonNode }>;

export interface ElementList {
  readonly elements: AsyncIterable<readonly JsonElement[]>;
  readonly wish: PageWish;
  readonly bounds: QueryBounds;
  /** What an answer tells of an element in so many bytes; undefined for one that is left out. */
  show(element: ReadableElement, maxBytes: number): string | undefined;
  /** Whether a line that is no JSON is left out too, and only counted. */
  readonly skipsBroken?: boolean;
}

export interface ListedElements {
  readonly page: AnswerPage;
  /** The index of the element after the last one that was looked at. */
  readonly end: number;
  /** Whether there may be more. */
  readonly hasMore: boolean;
  /** The first of the lines that are no JSON and were left out. */
  readonly firstBroken: number | undefined;
  readonly brokenCount: number;
}

/** Puts elements on a page, one per line, until it is full, there are as many as wanted, or it takes too long. */
export async function listElements(list: ElementList): Promise<ListedElements> {
  const { limit = Number.POSITIVE_INFINITY, from } = list.wish;
  const endAt = performance.now() + list.bounds.maxMs;
  const page = new AnswerPage(list.bounds.maxBytes);
  const pace = new Pace();
  let [end, firstBroken, brokenCount]: [number, number | undefined, number] = [from, undefined, 0];
  const result = (hasMore: boolean) => ({ page, end, hasMore, firstBroken, brokenCount });
  for await (const elements of list.elements) {
    for (const element of elements) {
      if (page.itemCount >= limit) return result(true);
      if ('problem' in element && list.skipsBroken) {
        firstBroken ??= element.problem.line;
        brokenCount++;
      } else {
        const item = showElement(list, element, page.room);
        if (item !== undefined && !page.add(item)) return result(true);
      }
      end = element.index + 1;
    }
    // Each page gets further, however slow it is.
    if (end > from && performance.now() >= endAt) return result(true);
    if (pace.isDue) await pace.rest();
    list.bounds.signal.throwIfAborted();
  }
  return result(false);
}

/** The whole answer, for a list of consecutive elements. */
export function finishList({ page, end, hasMore }: ListedElements, target: JsonTarget, from: number): string {
  const noun = nounOf(target);
  // Lines are counted only as far as they were read.
  const size = sizeOf(target) ?? (hasMore || end === from ? undefined : end);
  if (page.itemCount === 0) {
    const reason = size === undefined ? 'that is beyond the end' : `there are ${size}`;
    return page.finish(from === 0 ? `No ${noun}s: it is empty.` : `No ${noun}s from ${from} on: ${reason}.`);
  }
  const range = `${capitalise(noun)}s ${from} to ${end - 1}${size === undefined ? '' : ` of ${size}`}`;
  return page.finish(`${range}. ${goOn(hasMore ? { from: end } : undefined)}`);
}

/** The whole answer, for elements that were searched for. */
export function finishMatches(listed: ListedElements, target: JsonTarget, from: number): string {
  const { page, end, hasMore } = listed;
  if (end === from && !hasMore) return finishList(listed, target, from);
  const matches = page.itemCount === 1 ? '1 match' : `${page.itemCount || 'No'} matches`;
  const range = `${matches} among ${nounOf(target)}s ${from} to ${end - 1}`;
  return page.finish(`${range}.${nameBroken(listed)} ${goOn(hasMore ? { from: end } : undefined)}`);
}

/** How the parts of a target are called. */
export function nounOf(target: JsonTarget): string {
  return target.kind === 'node' && isNodeObject(target.node) ? 'key' : 'element';
}

/** How many elements or keys there are; of lines it is not known. */
function sizeOf(target: JsonTarget): number | undefined {
  if (target.kind === 'lines') return undefined;
  return isNodeArray(target.node) ? target.node.length : target.keys?.length;
}

/** What a target is, in our own words. */
export function nameTarget(target: JsonTarget): string {
  return target.kind === 'lines' ? 'lines of JSON' : measureNode(target.node, target.keys);
}

/** What is said of lines that were left out; empty if there are none. */
function nameBroken({ firstBroken, brokenCount }: ListedElements): string {
  if (firstBroken === undefined) return '';
  if (brokenCount === 1) return ` Line ${firstBroken} is no JSON and was left out.`;
  return ` Line ${firstBroken} and ${count(brokenCount - 1, 'more line')} are no JSON and were left out.`;
}

function showElement(list: ElementList, element: JsonElement, room: number): string | undefined {
  const name = nameOf(element);
  if ('problem' in element) return `${name}: <no JSON: ${describeProblem(element.problem)}>`;
  const shown = list.show(element, room - utf8Length(name) - 3);
  return shown === undefined ? undefined : list.bounds.redact(`${name}: ${shown}`);
}

function nameOf(
  element: ReadableElement | { readonly index: number; readonly problem: JsonTextProblem },
): string {
  return 'node' in element && element.key !== undefined
    ? shorten(element.key, MAX_KEY_BYTES)
    : String(element.index);
}

function capitalise(word: string): string {
  return `${word[0]?.toUpperCase()}${word.slice(1)}`;
}
