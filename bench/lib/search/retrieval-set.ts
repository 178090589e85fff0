import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from 'toolcrib';
import { sharedData } from '../../../test/shared-data.ts';
import type { JudgedQuery } from './metrics.ts';
import { takeEvenly } from './take-evenly.ts';

/** A tool as the public data has it. */
export interface RetrievalTool {
  /** No other tool of the set has it; names may repeat, as several servers have a tool `search`. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** A JSON Schema of the arguments. */
  readonly parameters?: JsonObject;
  readonly tags?: readonly string[];
}

/** A query with its answers. */
export interface RetrievalQuery extends JudgedQuery {
  readonly text: string;
}

/** Tools, and what people asked for. */
export interface RetrievalSet {
  readonly tools: readonly RetrievalTool[];
  readonly queries: readonly RetrievalQuery[];
}

const folder = sharedData('retrieval');

/** The names of the sets that are on this machine; none where the public data is absent. */
export function listRetrievalSets(): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

/** A set with at most so many queries, the same ones each time. */
export function loadRetrievalSet(name: string, maxQueries: number): RetrievalSet {
  const queries = readLines<RetrievalQuery>(join(folder, name, 'queries.jsonl'));
  return {
    tools: readLines<RetrievalTool>(join(folder, name, 'tools.jsonl')),
    queries: takeEvenly(queries, maxQueries),
  };
}

function readLines<Value>(path: string): Value[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}
