import fc from 'fast-check';
import type { Role } from '../../../packages/server/src/auth/role.ts';

/** How a tool begins. */
export type ToolStart =
  /** In the catalogue as the code has it. */
  | 'bound'
  /** In the catalogue with another definition than the code. */
  | 'differs'
  /** In the catalogue, without code. */
  | 'unbound'
  /** Code, but not in the catalogue. */
  | 'unpublished'
  /** In the catalogue as the code has it, and with a later version that is current. */
  | 'superseded'
  /** Waits for approval. */
  | 'draft';

export type ToolPlan = {
  readonly start: ToolStart;
  readonly requires: readonly string[];
  readonly isDestructive: boolean;
};

/** A tool of a toolset, by its place among the tools of the tenant. */
export type EntryPlan = {
  readonly tool: number;
  readonly isRenamed: boolean;
  readonly isReworded: boolean;
  readonly autonomy: 'allow' | 'ask' | 'deny';
  readonly requires: readonly string[];
};

export type ToolsetSlot = 'near' | 'far' | 'ghost';

export type TenantPlan = {
  readonly tools: readonly ToolPlan[];
  readonly near: readonly EntryPlan[];
};

export type GrantPlan = {
  /** By its place; `*` for all. */
  readonly tenant: number | '*';
  readonly roles: readonly Role[];
  readonly scopes: readonly string[];
  readonly toolsets: readonly ToolsetSlot[] | undefined;
};

export type KeyPlan = { readonly grants: readonly GrantPlan[] };

export type ChangeKind =
  | 'disable'
  | 'enable'
  | 'quarantine'
  | 'release'
  | 'deprecate'
  | 'sunset'
  | 'undeprecate'
  | 'publish'
  | 'supersede'
  | 'propose'
  | 'approve'
  | 'remove'
  | 'apply'
  | 'rollback'
  | 'drop'
  | 'revoke'
  | 'wait';

export type ChangePlan = {
  readonly tenant: number;
  readonly kind: ChangeKind;
  readonly tool: number;
  readonly toolset: 'near' | 'far';
  readonly entries: readonly EntryPlan[];
  readonly key: number;
  /** In which of the two processes on the database. */
  readonly isElsewhere: boolean;
};

export type WorldPlan = {
  readonly tenants: readonly TenantPlan[];
  readonly keys: readonly KeyPlan[];
  readonly changes: readonly ChangePlan[];
};

const TOOLS_PER_TENANT = 3;

/** How often something happens in a world. */
export const CHANGES_PER_PLAN = 14;

/** Half of all tools require something, and most keys do not hold all of it. */
const requires = fc.constantFrom<readonly string[]>([], [], [], ['red'], ['blue'], ['red', 'blue']);
const slot = fc.constantFrom<ToolsetSlot>('near', 'far', 'ghost');

const tool: fc.Arbitrary<ToolPlan> = fc.record({
  start: fc.oneof(
    { weight: 5, arbitrary: fc.constant<ToolStart>('bound') },
    {
      weight: 4,
      arbitrary: fc.constantFrom<ToolStart>('differs', 'unbound', 'unpublished', 'superseded', 'draft'),
    },
  ),
  requires,
  isDestructive: fc.nat(3).map((nat) => nat === 0),
});

const entries: fc.Arbitrary<readonly EntryPlan[]> = fc.uniqueArray(
  fc.record({
    tool: fc.nat(TOOLS_PER_TENANT - 1),
    isRenamed: fc.boolean(),
    isReworded: fc.boolean(),
    autonomy: fc.constantFrom('allow', 'allow', 'ask', 'deny'),
    requires,
  }),
  { selector: (entry) => entry.tool, maxLength: 3 },
);

const grant: fc.Arbitrary<GrantPlan> = fc.record({
  tenant: fc.oneof({ weight: 6, arbitrary: fc.nat(1) }, { weight: 1, arbitrary: fc.constant('*' as const) }),
  roles: fc.oneof(
    { weight: 3, arbitrary: fc.constant<Role[]>(['caller']) },
    {
      weight: 2,
      arbitrary: fc.subarray<Role>(['viewer', 'caller', 'publisher', 'approver', 'admin'], {
        minLength: 1,
        maxLength: 2,
      }),
    },
  ),
  scopes: fc.constantFrom<readonly string[]>([], ['red'], ['blue'], ['red', 'blue'], ['*']),
  toolsets: fc.option(fc.uniqueArray(slot, { minLength: 1, maxLength: 2 }), { nil: undefined, freq: 2 }),
});

const change: fc.Arbitrary<ChangePlan> = fc.record({
  tenant: fc.nat(1),
  kind: fc.constantFrom<ChangeKind>(
    ...(['disable', 'enable', 'quarantine', 'release', 'deprecate', 'sunset', 'undeprecate'] as const),
    ...(['publish', 'supersede', 'propose', 'approve', 'remove', 'apply', 'apply', 'apply'] as const),
    ...(['rollback', 'drop', 'revoke', 'wait'] as const),
  ),
  tool: fc.nat(TOOLS_PER_TENANT - 1),
  toolset: fc.constantFrom('near', 'near', 'far'),
  entries,
  key: fc.nat(3),
  isElsewhere: fc.nat(3).map((nat) => nat === 0),
});

/** Two tenants, some keys, and what happens to them. */
export const anyWorld: fc.Arbitrary<WorldPlan> = fc.record({
  tenants: fc.array(
    fc.record({
      tools: fc.array(tool, { minLength: TOOLS_PER_TENANT, maxLength: TOOLS_PER_TENANT }),
      near: entries,
    }),
    {
      minLength: 2,
      maxLength: 2,
    },
  ),
  keys: fc.array(
    fc.record({
      grants: fc.oneof(
        { weight: 3, arbitrary: fc.tuple(grant) },
        { weight: 1, arbitrary: fc.tuple(grant, grant) },
      ),
    }),
    { minLength: 4, maxLength: 4 },
  ),
  changes: fc.array(change, { minLength: CHANGES_PER_PLAN, maxLength: CHANGES_PER_PLAN }),
});
