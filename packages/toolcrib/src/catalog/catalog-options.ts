import type { ToolDigest } from '../core/digest.ts';
import type { LintRule } from '../lint/lint-rule.ts';
import type { CatalogProgress } from './catalog-store.ts';
import type { SpecChecks } from './checks/spec-checks.ts';
import type { Deprecation } from './tool-registration.ts';

/** How a catalogue is opened. */
export interface CatalogOptions {
  /** Whose tools: 1 to 64 of `A-Z a-z 0-9 _ . -`. Tenants see nothing of one another. @default 'default' */
  readonly tenant?: string | undefined;
  /** What dates come from, in milliseconds since 1970. @default the clock of this machine */
  readonly clock?: { now(): number } | undefined;
  /**
   * Rules that specs are linted with when they are published, beside those that `toolcrib/lint` has. Every process that
   * publishes needs them.
   *
   * @default none
   */
  readonly rules?: readonly LintRule[] | undefined;
  /**
   * Answers what takes long: lint, and whether versions are compatible. It is asked outside of transactions, and what it has
   * answered is used if it is still about the same definitions. Where there are `rules`, lint is not asked of it.
   *
   * @default they are answered at once, where they are asked for
   */
  readonly checks?: SpecChecks | undefined;
  /**
   * Told of what nobody waits for: a listener that threw, a store that could not be read when something had changed.
   * What it throws is dropped.
   *
   * @default nothing
   */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

/** Who makes a change, and why. */
export interface ChangeOptions {
  /** Recorded with the event, 1 to 256 characters. Nothing is checked with it. */
  readonly by?: string | undefined;
  /** Recorded with the event, 1 to 4,096 characters. */
  readonly reason?: string | undefined;
}

/** That a finding of severity `error` does not keep a version from being published. */
export type Waiver = {
  /** The id of the rule. */
  readonly rule: string;
  /** Recorded with the event, 1 to 4,096 characters. */
  readonly reason: string;
};

/** Options of `ToolCatalog.register`. */
export interface RegisterOptions extends ChangeOptions {
  /** Where the spec comes from, such as the address of a server: 1 to 512 characters. It is kept with the version. */
  readonly source?: string | undefined;
  /** Whether new versions wait to be approved, whatever the policy says. @default false */
  readonly draft?: boolean | undefined;
  /** Rules whose findings do not count, each with its reason. @default none */
  readonly waivers?: readonly Waiver[] | undefined;
}

/** Options of `ToolCatalog.registerAll`. */
export interface RegisterAllOptions extends RegisterOptions, Pick<BulkChangeOptions, 'onProgress'> {}

/** Options of `ToolCatalog.approve`. */
export interface ApproveOptions extends DraftOptions {
  /** Of the draft that was looked at: one that was replaced meanwhile is not approved. */
  readonly digest: ToolDigest;
  /** Of its authority, as `authorityDigest(draft.spec)` gives it. Needed unless the draft states none. */
  readonly authorityDigest?: ToolDigest | undefined;
  /**
   * Names of proposers whose draft is not approved, whatever the policy is by now: other names of whoever approves.
   * @default none
   */
  readonly notProposedBy?: readonly string[] | undefined;
  /**
   * Who proposed the draft that was looked at, `null` if no one is named: a draft of another proposer is not approved. For
   * hosts that find out about the proposer before they approve. @default anyone
   */
  readonly proposedBy?: string | null | undefined;
}

/** Options of `ToolCatalog.discard`. */
export interface DraftOptions extends ChangeOptions {
  /** Which version; `null` is the one without. May be left out if there is one draft of the tool. */
  readonly version?: string | null | undefined;
}

/** Options of `ToolCatalog.setPolicy`. */
export interface PolicyOptions extends ChangeOptions {
  /** The tool that the policy is for. @default every tool that has none of its own */
  readonly tool?: string | undefined;
}

/** Options of changes that can be large. */
export interface BulkChangeOptions extends ChangeOptions {
  /**
   * Told from time to time how far it is, and at the end of each phase. What it throws goes to `onFault`. It is called inside
   * a transaction, so it must not use the connection of a SQLite store.
   */
  readonly onProgress?: ((progress: CatalogProgress) => void) | undefined;
}

/** Options of `ToolCatalog.restore`. */
export interface RestoreOptions extends BulkChangeOptions {
  /**
   * The number of the last event that the caller has seen, as `RestorePreview.sequence`: nothing is restored if anything
   * has happened since.
   *
   * @default it is restored over whatever the catalogue holds
   */
  readonly expectedSequence?: number | undefined;
}

/** Options of `ToolCatalog.deprecate`. */
export interface DeprecateOptions extends Deprecation, Pick<ChangeOptions, 'by'> {
  /** Which version; `null` is the one without. @default the current one */
  readonly version?: string | null | undefined;
}

/** Options of `ToolCatalog.undeprecate`. */
export interface UndeprecateOptions extends ChangeOptions {
  /** Which version; `null` is the one without. @default the current one */
  readonly version?: string | null | undefined;
}

/** Options of `ToolCatalog.quarantine`. */
export interface QuarantineOptions extends Pick<ChangeOptions, 'by'> {
  /** Why, 1 to 4,096 characters. */
  readonly reason: string;
}

/** Options of `ToolCatalog.resolve`: a range, or exactly a version. */
export interface ResolveOptions {
  /** Who is to use the tool, for the report of deprecated versions: 1 to 256 characters. */
  readonly consumer: string;
  /** A SemVer range, or `latest`. @default 'latest' */
  readonly range?: string | undefined;
  /** Exactly this version; `null` is the one without. */
  readonly version?: string | null | undefined;
}

/** Options of `ToolCatalog.events`. */
export interface EventsOptions {
  /** At most so many events, from 1 up. @default 1_000 */
  readonly limit?: number | undefined;
}

/** Options of `ToolCatalog.subscribe`. */
export interface SubscribeOptions {
  /** The number of the last event that is known already. @default the last that has happened */
  readonly after?: number | undefined;
}
