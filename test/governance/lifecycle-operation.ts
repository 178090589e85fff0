import fc from 'fast-check';
import type { ToolSpec } from '../../packages/toolcrib/src/catalog/index.ts';
import { paySpec } from './pay-spec.ts';

/** The second is the one whose changes have to be reviewed. */
export const toolNames = ['pay', 'send'] as const;
export const reviewedTool = 'send';
export const versionNames = ['1.0.0', '2.0.0', null] as const;
const people = ['ann', 'bob'] as const;

export type ToolName = (typeof toolNames)[number];
export type VersionName = (typeof versionNames)[number];
/** What a version says; two that differ are read differently by a model. */
export type Content = 'plain' | 'other';

/** One version of one tool, with what it is to say. */
export interface Wording {
  readonly name: ToolName;
  readonly version: VersionName;
  readonly content: Content;
}

const DAY_MS = 86_400_000;

/** When a version is to go, in milliseconds from the start. */
const sunsets = [undefined, DAY_MS, 2 * DAY_MS, 4 * DAY_MS] as const;

/** What can happen to a tool, or to the time. */
export type LifecycleOperation =
  | (Wording & { readonly kind: 'register' | 'propose'; readonly by: string })
  /** Of the draft that says this. */
  | (Wording & { readonly kind: 'approve'; readonly by: string })
  | { readonly kind: 'discard'; readonly name: ToolName; readonly version: VersionName }
  | {
      readonly kind: 'deprecate';
      readonly name: ToolName;
      readonly version: VersionName | undefined;
      readonly sunset: number | undefined;
    }
  | { readonly kind: 'undeprecate'; readonly name: ToolName; readonly version: VersionName | undefined }
  | { readonly kind: 'setEnabled'; readonly name: ToolName; readonly enabled: boolean }
  | { readonly kind: 'quarantine' | 'release' | 'remove'; readonly name: ToolName }
  | { readonly kind: 'advance'; readonly ms: number };

/** What a version of a tool is; what it says names the tool, so that no tool is a copy of the other. */
export function specOf({ name, version, content }: Wording): ToolSpec {
  const description =
    content === 'plain' ? `Can ${name} what is asked for.` : `Can ${name} only what is due.`;
  const { version: _, ...unversioned } = paySpec({ name, description });
  return version === null ? unversioned : { ...unversioned, version };
}

/** What may happen, one after another: both tools are there soon, and not for ever. */
export function anyLifecycle(maxLength: number): fc.Arbitrary<readonly LifecycleOperation[]> {
  const version = fc.constantFrom(...versionNames);
  const first = toolNames.map((name) =>
    fc.record({
      kind: fc.constant('register' as const),
      name: fc.constant(name),
      version,
      content: fc.constant('plain' as const),
      by: fc.constantFrom(...people),
    }),
  );
  const others = fc.array(anyOperation(), { minLength: 8, maxLength: maxLength - first.length, size: 'max' });
  return fc.noBias(fc.tuple(fc.tuple(...first), others)).map((parts) => parts.flat());
}

function anyOperation(): fc.Arbitrary<LifecycleOperation> {
  const name = fc.constantFrom(...toolNames);
  const version = fc.constantFrom(...versionNames);
  const by = fc.constantFrom(...people);
  const wording = { name, version, content: fc.constantFrom<Content>('plain', 'plain', 'other') };
  const some = fc.option(version, { nil: undefined, freq: 2 });
  return fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('register' as const), ...wording, by }) },
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('propose' as const), ...wording, by }) },
    { weight: 7, arbitrary: fc.record({ kind: fc.constant('approve' as const), ...wording, by }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('discard' as const), name, version }) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('deprecate' as const),
        name,
        version: some,
        sunset: fc.constantFrom(...sunsets),
      }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('undeprecate' as const), name, version: some }) },
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constant('setEnabled' as const), name, enabled: fc.boolean() }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constantFrom('quarantine', 'release', 'release', 'remove'), name }),
    },
    {
      weight: 3,
      // Often to a date, or to just before it.
      arbitrary: fc.record({
        kind: fc.constant('advance' as const),
        ms: fc.constantFrom(DAY_MS, DAY_MS, 2 * DAY_MS, DAY_MS - 1, 1),
      }),
    },
  );
}
