import type { ApiClient, ApiRequest } from './api-client.ts';
import { type JsonRecord, recordsOf, textOf } from './json-fields.ts';

const PAGE_SIZE = 200;

/** A list as the API gives it, of as many pages as it took. */
export type ListPage = {
  readonly items: readonly JsonRecord[];
  /** Where it goes on; null at the end. */
  readonly nextCursor: string | null;
};

/** Which part of a list. */
export interface ListRequest {
  /** At most so many. */
  readonly limit: number;
  /** The cursor to begin after. @default the beginning */
  readonly after?: string | undefined;
  readonly query?: ApiRequest['query'];
}

/** One page as it came. */
export function toListPage(answer: JsonRecord): ListPage {
  return { items: recordsOf(answer, 'items'), nextCursor: textOf(answer, 'nextCursor') || null };
}

/** Follows a list page by page, until it ends or there are so many. */
export async function listAll(
  client: ApiClient,
  path: string,
  { limit, query, after }: ListRequest,
): Promise<ListPage> {
  const items: JsonRecord[] = [];
  let nextCursor: string | null = after ?? null;
  do {
    const asked = Math.min(PAGE_SIZE, limit - items.length);
    const cursor: string | undefined = nextCursor ?? undefined;
    const page = toListPage(
      await client.ask('GET', path, { query: { ...query, limit: asked, after: cursor } }),
    );
    items.push(...page.items);
    // A cursor that does not move would be followed for ever.
    nextCursor = page.nextCursor === nextCursor ? null : page.nextCursor;
  } while (nextCursor !== null && items.length < limit);
  return { items, nextCursor };
}
