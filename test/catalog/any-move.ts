import fc from 'fast-check';
import { anyChange, anyQuestion } from './any-operation.ts';
import type { Operation } from './operation.ts';

/** What one of several catalogues does next, without waiting for what was begun before. */
export type Move =
  | { readonly kind: 'operation'; readonly who: number; readonly operation: Operation }
  | { readonly kind: 'restore'; readonly who: number; readonly choice: number }
  | { readonly kind: 'subscribe'; readonly who: number; readonly after: number | undefined }
  | { readonly kind: 'unsubscribe'; readonly who: number; readonly which: number }
  | { readonly kind: 'pause'; readonly who: number; readonly turns: number }
  /** Until something that was begun has ended. */
  | { readonly kind: 'wait'; readonly who: number };

export function anyMoves(maxLength: number): fc.Arbitrary<readonly Move[]> {
  return fc.array(anyMove(), { minLength: 2, maxLength, size: 'max' });
}

function anyMove(): fc.Arbitrary<Move> {
  const who = fc.nat({ max: 3 });
  // Answers that depend on when they are given say nothing of an order.
  const question = anyQuestion().filter(({ kind }) => kind !== 'deprecatedUses' && kind !== 'events');
  return fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({ kind: fc.constant('operation' as const), who, operation: anyChange() }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('operation' as const), who, operation: question }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('restore' as const), who, choice: fc.nat({ max: 9 }) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('subscribe' as const),
        who,
        after: fc.option(fc.nat({ max: 20 }), { nil: undefined }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('unsubscribe' as const), who, which: fc.nat({ max: 9 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('pause' as const),
        who,
        turns: fc.integer({ min: 1, max: 3 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), who }) },
  );
}
