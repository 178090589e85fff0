import type { LedgerEntry, LedgerState, StoredOutcome } from '../../runtime/index.ts';

const sample: LedgerEntry = {
  invocationId: 'call-1',
  revision: 1,
  state: 'running',
  tenant: 'acme',
  callerId: 'ann',
  scopes: ['orders:write'],
  toolName: 'refund_order',
  toolVersion: '2.1.0',
  toolDigest: 'sha256:0f3c',
  authorityDigest: 'sha256:19be',
  effect: 'write',
  args: { order: 'A-17', amount: 12.5 },
  contentDigest: 'sha256:77aa',
  idempotencyKey: null,
  providerCallId: 'toolu_01',
  origin: 'mcp',
  owner: 'runtime-1',
  acceptedAt: 1_700_000_000_000.25,
  leaseUntil: 1_700_000_030_000,
  timeoutMs: 30_000,
  gates: [],
  outcome: null,
  abandoned: null,
  reverts: null,
  revertedBy: null,
};

/** A frozen entry of a running call, with some fields changed. */
export function sampleEntry(changes: Partial<LedgerEntry> = {}): LedgerEntry {
  return freezeCopy({ ...sample, ...changes });
}

/** The next revision of an entry. */
export function nextRevision(entry: LedgerEntry, changes: Partial<LedgerEntry> = {}): LedgerEntry {
  return freezeCopy({ ...entry, revision: entry.revision + 1, ...changes });
}

/** What an entry of a call that ended at a time has more than one of a running call. */
export function endedAt(time: number, state: LedgerState = 'ok'): Partial<LedgerEntry> {
  const outcome: StoredOutcome = {
    sideEffect: 'done',
    isTrusted: false,
    endedAt: time,
    waitedMs: 0,
    ranMs: 0.75,
    code: null,
    message: null,
    issues: [],
    result: { kind: 'text', text: 'done' },
  };
  return { state, leaseUntil: null, outcome };
}

/** An entry whose texts and numbers are those that databases and encodings get wrong. */
export function trickyEntry(): LedgerEntry {
  return sampleEntry({
    ...endedAt(1_700_000_000_000.123),
    tenant: 'Zürich \u{1f3e6} \u0000\u0001\u007f\u2028',
    callerId: '',
    idempotencyKey: `'"; drop table toolcrib_calls; -- \\u0000 ? $1 %s`,
    scopes: ['', ' ', 'e\u0301', '\u00e9', '\ufeff', '\uffff'],
    toolVersion: null,
    origin: 'é\u0000\u{1f4a5}',
    args: {
      10: 'a number as key',
      b: 1,
      a: 2,
      '': '',
      constructor: null,
      'deep.key\n': nest(100),
      numbers: [0, -1, 1e21, 1e-7, 5e-324, Number.MAX_VALUE, Number.MAX_SAFE_INTEGER, 0.1 + 0.2],
      texts: ['\u0000', '\\', '"', '\r\n\t', '\u{10ffff}', '{"json":"text"}', 'null', 'x'.repeat(100_000)],
      empty: [{}, [], [[]], true, false, null],
    },
  });
}

function nest(levels: number): NonNullable<LedgerEntry['args']>[string] {
  let value: NonNullable<LedgerEntry['args']>[string] = 'bottom';
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { value };
  return value;
}

/** A copy, so that entries share nothing that a store could give out instead of its own. */
function freezeCopy(entry: LedgerEntry): LedgerEntry {
  return JSON.parse(JSON.stringify(entry), (_key, value) => Object.freeze(value));
}
