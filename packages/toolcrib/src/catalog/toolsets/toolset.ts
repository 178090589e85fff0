import type { ToolDigest } from '../../core/digest.ts';

/** How calls of a tool of a toolset are judged, beside what the tool itself and the runtime say. */
export type ToolsetToolPolicy = {
  /**
   * `deny` leaves the tool out when a catalogue is sealed; `ask` has a person asked before each call, by the policy that
   * `toolsetPolicy` makes; `allow` adds nothing, and overrules nobody.
   */
  readonly autonomy?: 'allow' | 'ask' | 'deny';
  /** Scopes that a caller must hold besides those that the tool requires: at most 64 of 1 to 128 characters. */
  readonly requires?: readonly string[];
  /** How long gates of its calls stay open at most, in milliseconds; the shortest time that anything sets counts. */
  readonly gateTimeoutMs?: number;
};

/** A tool of a toolset: which version, and what is otherwise than in the catalogue. */
export type ToolsetEntry = {
  /** The name of the tool in the catalogue. */
  readonly tool: string;
  /** The best version in this SemVer range, when a plan is made. @default 'latest' */
  readonly range?: string;
  /** Exactly this version, also if it is deprecated; `null` is the one without. Not beside a range. */
  readonly version?: string | null;
  /** The name that models see, by the rules of `defineTool`. @default the name of the tool */
  readonly wireName?: string;
  /** What models read instead of the description in the catalogue, 1 to 32,768 characters. */
  readonly description?: string;
  readonly policy?: ToolsetToolPolicy;
};

/** A named selection of the tools of a catalogue. */
export type ToolsetDefinition = {
  /** 1 to 64 of `A-Z a-z 0-9 _ . -`, a letter or digit first. */
  readonly name: string;
  /** A name for people. At most 256 characters. */
  readonly title?: string;
  /** For people, at most 4,096 characters. */
  readonly description?: string;
  /** How long gates of calls of its tools stay open at most, in milliseconds; the shortest time that anything sets counts. */
  readonly gateTimeoutMs?: number;
  /** At most 1,000, each tool once, with names for models that differ. Their order means nothing. */
  readonly tools: readonly ToolsetEntry[];
};

/** The version that an entry was resolved to. */
export type ToolsetPin = {
  readonly tool: string;
  /** Absent for the version of those that have none. */
  readonly version?: string;
  /** Of the definition in the catalogue. */
  readonly digest: ToolDigest;
  /** Of its authority there. A pin from before there was one fits only a version that states none. */
  readonly authorityDigest?: ToolDigest;
};

/** What a toolset is made of, whenever and by whomever. Deeply frozen. */
export type ToolsetContent = {
  /** With its tools sorted by name in code-unit order, and the fields of each in the order of {@link ToolsetEntry}. */
  readonly definition: ToolsetDefinition;
  /** One for each tool, in the same order. */
  readonly pins: readonly ToolsetPin[];
  /** Of all that a model or a policy sees: for each tool the digests of its definition and its authority, and what is otherwise. */
  readonly setDigest: ToolDigest;
};

/** A toolset as it was applied. Deeply frozen JSON. */
export type AppliedToolset = ToolsetContent & {
  readonly name: string;
  /** 1, 2, 3 … for each toolset; the highest is the current one. */
  readonly revision: number;
  /** When, as ISO 8601 in UTC, by the clock of the catalogue. */
  readonly appliedAt: string;
  /** Who did it, as far as it was told. */
  readonly by?: string;
  /** Why, as far as it was told. */
  readonly reason?: string;
  /** The revision whose content this one has, if it was made by a rollback. */
  readonly rolledBackTo?: number;
};
