import { type EngineId, loadEngine } from '../lib/search/engines/load-engine.ts';
import type { SearchEngine } from '../lib/search/engines/search-engine.ts';
import { measureSpeed, type SearchSpeed } from '../lib/search/measure-speed.ts';
import { judgeRanking, meanQuality, type Quality } from '../lib/search/metrics.ts';
import { loadSubject, type SearchSubject } from '../lib/search/search-subject.ts';

interface Input {
  readonly engine: EngineId;
  readonly subject: SearchSubject;
  /** How long to repeat the queries to get their times; without it only the quality is found out. */
  readonly repeatMs?: number;
}

/** What became of one engine with one set. */
export interface SearchFigures {
  readonly toolCount: number;
  readonly queryCount: number;
  readonly quality: Quality;
  readonly speed?: SearchSpeed;
}

const LIMIT = 10;

/** Runs one engine on one set. */
export async function measure({ engine: id, subject, repeatMs }: Input): Promise<SearchFigures> {
  const create = await loadEngine(id);
  const { tools, queries } = loadSubject(subject);
  const texts = queries.map(({ text }) => text);
  const { rankings, speed } =
    repeatMs === undefined
      ? { rankings: rankAll(create(tools), texts) }
      : await measureSpeed(create, { tools, texts, limit: LIMIT, repeatMs });
  const quality = meanQuality(queries.map((query, index) => judgeRanking(rankings[index] ?? [], query)));
  return { toolCount: tools.length, queryCount: queries.length, quality, ...(speed && { speed }) };
}

function rankAll(engine: SearchEngine, texts: readonly string[]): (readonly string[])[] {
  return texts.map((text) => engine.search(text, LIMIT));
}
