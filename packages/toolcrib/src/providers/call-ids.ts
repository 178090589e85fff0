import { sha256Hex } from '#hash';
import type { ModelMessage } from '../runtime/model/model-message.ts';

/** What every provider takes that looks at ids at all. */
const LEGAL_ID = /^[A-Za-z0-9_-]{1,64}$/;
const HASH_LENGTH = 10;
/** Leaves room for a count after it. */
const MAX_STEM_LENGTH = 52;

/**
 * A complete conversation in which every id is legal and is that of one call only. Ids may come from another
 * provider, or from us where it gave none, and those begin anew with every answer. What is appended later
 * changes no id before it.
 */
export function withLegalCallIds(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const claimed = new ClaimedIds();
  let ids: readonly string[] = [];
  // A complete conversation has the results in the order of the calls, one each.
  const withId = <Item extends { readonly providerCallId: string }>(item: Item, at: number): Item => ({
    ...item,
    providerCallId: ids[at] ?? toLegalId(item.providerCallId),
  });
  return messages.map((message) => {
    if (message.role === 'user') return message;
    if (message.role === 'tool') return { ...message, results: message.results.map(withId) };
    ids = message.calls.map(({ providerCallId }) => claimed.claim(providerCallId));
    return { ...message, calls: message.calls.map(withId) };
  });
}

/** The ids of a conversation so far. The same id may come with every turn, so nothing is tried twice. */
class ClaimedIds {
  readonly #taken = new Set<string>();
  readonly #legal = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  claim(providerCallId: string): string {
    const legal = this.#legal.get(providerCallId) ?? toLegalId(providerCallId);
    this.#legal.set(providerCallId, legal);
    const id = this.#taken.has(legal) ? this.#count(legal.slice(0, MAX_STEM_LENGTH)) : legal;
    this.#taken.add(id);
    return id;
  }

  #count(stem: string): string {
    let count = this.#counts.get(stem) ?? 2;
    while (this.#taken.has(`${stem}_${count}`)) count++;
    this.#counts.set(stem, count + 1);
    return `${stem}_${count}`;
  }
}

function toLegalId(id: string): string {
  if (LEGAL_ID.test(id)) return id;
  const legal = id.slice(0, 64 - HASH_LENGTH - 1).replaceAll(/[^A-Za-z0-9_-]/g, '_');
  return `${legal}_${sha256Hex(id.toWellFormed()).slice(0, HASH_LENGTH)}`;
}
