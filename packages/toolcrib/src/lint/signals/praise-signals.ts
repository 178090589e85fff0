import { type Signal, toSignals } from './signal.ts';

const rule = 'instruction-like';

/** Text that praises the tool so that a model chooses it. What it does says enough; one boast alone is a warning. */
export const praiseSignals: readonly Signal[] = [
  ...toSignals({
    rule,
    family: 'praise',
    deed: 'praises itself so that it is chosen',
    always: {
      8: ['superlative -4 tool -4 world'],
      5: [
        'superlative -4 tool -4 market',
        'superlative ~3 tool',
        'not other tool ~1 superlative',
        'this ~3 superlative -6 tool/self',
      ],
    },
  }),
  ...toSignals({
    rule,
    family: 'boast',
    deed: 'compares itself with others, or names those who are said to choose it',
    always: {
      4: [
        'approves/calls/prefers/chooses ~6 crowd',
        'compared ~3 other/rival ~4 tool',
        'superlative ~8 superlative',
      ],
    },
  }),
];
