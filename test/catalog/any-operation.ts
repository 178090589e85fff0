import fc from 'fast-check';
import type { ListOptions, ToolSpec, VersionRequest } from '../../packages/toolcrib/src/catalog/index.ts';
import { rangeNames, versionNames } from './model-versions.ts';
import type { Operation } from './operation.ts';

/** Names of which some begin with others, and whose order by code units is no other order. */
const toolNames: readonly string[] = ['add', 'add.two', 'Zoo', 'é', '\u{1f9f0}', '\uff21'];

/** What specs hold besides name and version. The first two are the same apart from the order of keys. */
const contents: readonly Omit<ToolSpec, 'name' | 'version'>[] = [
  {
    description: 'Adds.',
    inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
    outputSchema: {},
    tags: ['math'],
  },
  {
    tags: ['math'],
    outputSchema: {},
    inputSchema: { properties: { b: { type: 'number' }, a: { type: 'number' } }, type: 'object' },
    description: 'Adds.',
  },
  {
    title: 'Add \u0000 \u2028 "',
    description: 'Adds.',
    inputSchema: { type: 'object', properties: { b: { type: 'string' }, c: { type: 'number' } } },
    outputSchema: { type: 'number' },
    annotations: { readOnlyHint: true, 10: 'ten', 9: 'nine' },
    tags: ['math', 'exact'],
  },
  { description: '', inputSchema: {}, outputSchema: {} },
];

/** An operation, or how to find one when it is known what has happened. */
export type Step =
  | { readonly kind: 'operation'; readonly operation: Operation }
  /** Restores what was there so many steps before, or nothing if that is before the first. */
  | { readonly kind: 'restore'; readonly choice: number }
  /** Closes a catalogue and opens another one in its place. */
  | { readonly kind: 'reopen' };

/** One step, and which of two catalogues takes it. */
export interface PlannedStep {
  readonly step: Step;
  readonly who: 0 | 1;
  readonly by: string | undefined;
  readonly reason: string | undefined;
}

/** What may happen to a tenant, one step after another: some tools are there soon. */
export function anySequence(maxLength: number): fc.Arbitrary<readonly PlannedStep[]> {
  const registrations = toSteps(kind('register', { spec: anySpec() }));
  return fc
    .tuple(
      fc.array(planned(registrations), { minLength: 1, maxLength: 3 }),
      fc.array(planned(anyStep()), { minLength: 1, maxLength: maxLength - 3, size: 'max' }),
    )
    .map(([first, others]) => [...first, ...others]);
}

function planned(steps: fc.Arbitrary<Step>): fc.Arbitrary<PlannedStep> {
  return fc.record({
    step: steps,
    who: fc.constantFrom(0, 1),
    by: fc.constantFrom(undefined, 'ann', 'bob\u0000é'),
    reason: fc.constantFrom(undefined, 'Because.'),
  });
}

function anyStep(): fc.Arbitrary<Step> {
  const choice = fc.nat({ max: 9 });
  return fc.oneof(
    { weight: 15, arbitrary: toSteps(anyChange()) },
    { weight: 7, arbitrary: toSteps(anyQuestion()) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('restore' as const), choice }) },
    { weight: 1, arbitrary: fc.constant<Step>({ kind: 'reopen' }) },
  );
}

function toSteps(operations: fc.Arbitrary<Operation>): fc.Arbitrary<Step> {
  return operations.map((operation) => ({ kind: 'operation', operation }));
}

/** Mostly the same one, so that much happens to it. */
function anyName(): fc.Arbitrary<string> {
  const [first = '', ...others] = toolNames;
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(first) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}

/** Mostly none or one of the first. */
function anyVersion(): fc.Arbitrary<string | undefined> {
  return fc.oneof(fc.constantFrom(...versionNames.slice(0, 3)), fc.constantFrom(...versionNames));
}

/** Everything that changes something, but for restoring a snapshot. */
export function anyChange(): fc.Arbitrary<Operation> {
  const name = anyName();
  const version = fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    { weight: 2, arbitrary: anyVersion().map((text) => text ?? null) },
    { weight: 1, arbitrary: fc.constant('never') },
  );
  return fc.oneof(
    { weight: 7, arbitrary: kind('register', { spec: anySpec() }) },
    { weight: 2, arbitrary: kind('registerAll', { specs: fc.array(anySpec(), { maxLength: 5 }) }) },
    { weight: 4, arbitrary: kind('setEnabled', { name, enabled: fc.boolean() }) },
    { weight: 3, arbitrary: kind('deprecate', { name, version, deprecation: anyDeprecation() }) },
    { weight: 4, arbitrary: kind('undeprecate', { name, version }) },
    { weight: 2, arbitrary: kind('quarantine', { name, reason: fc.constantFrom('Leaks.', '\u0000?') }) },
    { weight: 2, arbitrary: kind('release', { name }) },
    { weight: 1, arbitrary: kind('remove', { name }) },
  );
}

export function anyQuestion(): fc.Arbitrary<Operation> {
  const name = anyName();
  const wanted = fc.option(anyVersionRequest(), { nil: undefined });
  return fc.oneof(
    { weight: 3, arbitrary: kind('get', { name, wanted }) },
    { weight: 2, arbitrary: kind('list', { options: fc.option(anyListOptions(), { nil: undefined }) }) },
    { weight: 1, arbitrary: kind('versions', { name }) },
    {
      weight: 3,
      arbitrary: kind('resolve', { name, wanted, consumer: fc.constantFrom('bot', 'Bot', 'é\u0000') }),
    },
    { weight: 1, arbitrary: kind('deprecatedUses', {}) },
    {
      weight: 1,
      arbitrary: kind('events', { after: fc.nat({ max: 12 }), limit: fc.integer({ min: 1, max: 9 }) }),
    },
    { weight: 1, arbitrary: kind('snapshot', {}) },
  );
}

/** Few of each, so that what is asked for twice is often the same. */
function anySpec(): fc.Arbitrary<ToolSpec> {
  const legal = fc
    .record({
      name: anyName(),
      version: anyVersion(),
      content: fc.constantFrom(...contents.slice(0, 2), ...contents),
    })
    .map(({ name, version, content }) => ({
      ...content,
      // Tools that are the same but for their names are found out, which is no matter of a store.
      ...(content.description && { description: `${content.description} It is ${name}.` }),
      ...(version !== undefined && { version }),
      name,
    }));
  // What is missing is not missed by the compiler, as in a spec that comes from outside.
  const illegal = legal.map(({ inputSchema: _, ...spec }) => spec as ToolSpec);
  return fc.oneof({ weight: 30, arbitrary: legal }, { weight: 1, arbitrary: illegal });
}

function anyDeprecation() {
  return fc.constantFrom(
    { message: 'Old.' },
    { message: 'Use the other.', replacement: 'add.two', sunset: '2027-01-01T00:00:00.000Z' },
  );
}

function anyVersionRequest(): fc.Arbitrary<VersionRequest> {
  return fc.oneof(
    fc.record({ version: anyVersion().map((version) => version ?? null) }),
    fc.record({ range: fc.constantFrom(...rangeNames) }),
  );
}

function anyListOptions(): fc.Arbitrary<ListOptions> {
  return fc.record(
    {
      tag: fc.constantFrom('math', 'exact', 'none'),
      prefix: fc.constantFrom('', 'a', 'add', 'add.', 'é', '\u{1f9f0}', 'zzz'),
      enabled: fc.boolean(),
      status: fc.constantFrom('any', 'active', 'deprecated', 'disabled', 'quarantined'),
      after: fc.constantFrom(...toolNames, '', 'b'),
      limit: fc.integer({ min: 1, max: 4 }),
    },
    { requiredKeys: [] },
  );
}

type FieldsOf<Kind> = Omit<Extract<Operation, { kind: Kind }>, 'kind'>;

function kind<Kind extends Operation['kind']>(
  name: Kind,
  fields: { [Field in keyof FieldsOf<Kind>]: fc.Arbitrary<FieldsOf<Kind>[Field]> },
): fc.Arbitrary<Operation> {
  // The fields are those of that kind.
  return fc.record(fields).map((values) => ({ kind: name, ...values }) as unknown as Operation);
}
