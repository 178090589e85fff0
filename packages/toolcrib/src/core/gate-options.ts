import type { JsonObject } from './json.ts';
import type { OutputSchema, ToolResult } from './schema/tool-schema.ts';

/** A question to a person, asked in the middle of a call. */
export interface GateOptions<Schema extends OutputSchema | undefined = OutputSchema | undefined> {
  /** Names the question inside this tool; 1 to 128 characters. */
  readonly name: string;
  /** What is asked, in words for whoever decides. At most 4,096 characters. */
  readonly prompt: string;
  /** What an answer must be. Without one the answer is a plain yes, and no value. */
  readonly schema?: Schema;
  /** More for the approver. It is stored and listed, so keep secrets out. At most 65,536 characters as JSON. */
  readonly details?: JsonObject | undefined;
  /** How long it stays open, in milliseconds, at most as long as the tool's `gateTimeoutMs`. @default that, or the runtime's `limits.gateTimeoutMs` */
  readonly timeoutMs?: number | undefined;
}

/** What an answered gate gives to the handler. */
export type GateAnswer<Schema extends OutputSchema | undefined> = Schema extends OutputSchema
  ? ToolResult<Schema>
  : undefined;
