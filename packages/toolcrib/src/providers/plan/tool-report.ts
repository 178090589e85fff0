import type { SchemaChange, SchemaCost } from '../dialect/dialect.ts';

/** What became of a tool on its way to a provider. */
export interface ToolReport {
  readonly tool: string;
  readonly wireName: string;
  /** Whether the provider enforces the schema. */
  readonly isStrict: boolean;
  readonly strict: StrictReport;
  /** What the schema as it is sent says differently. */
  readonly changes: readonly SchemaChange[];
  /** How many tokens the definition takes, by estimate. */
  readonly tokens: number;
}

/** Whether a tool can be strict, and why it is not. */
export type StrictReport =
  /** Nobody asked for strict tools, or the provider has none. */
  | { readonly status: 'off' }
  | { readonly status: 'strict'; readonly cost: SchemaCost }
  /** Its schema cannot be said in the strict dialect without accepting more. */
  | { readonly status: 'ineligible'; readonly reasons: readonly SchemaChange[] }
  /** It could be, but tools that are ranked before it have used the budget up. */
  | { readonly status: 'demoted'; readonly reason: string };

/** A tool that was left out, because one bad definition would have the whole request refused. */
export interface RefusedTool {
  readonly tool: string;
  readonly reasons: readonly string[];
}

/** What a request has of something, and how much the provider takes. */
export interface Budget {
  readonly used: number;
  readonly limit: number;
}

/** What became of all the tools of a request. */
export interface RenderReport {
  readonly provider: string;
  readonly tools: readonly ToolReport[];
  readonly refused: readonly RefusedTool[];
  readonly count: Budget;
  /** Tokens of all definitions, by estimate, against `maxTokens`. */
  readonly tokens: Budget;
  /** The budgets of strict tools, by name; empty where the provider has none. */
  readonly strict: Readonly<Record<string, Budget>>;
}
