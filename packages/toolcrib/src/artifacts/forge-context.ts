import type { Tool } from '../core/tool.ts';
import type { CallRecord } from '../runtime/call-record.ts';
import type { Redactor } from '../runtime/render/redactor.ts';

/** What is known of a call whose result may be asked; its record is one. */
export type AskableCall = Pick<CallRecord, 'toolName' | 'result' | 'isRedacted' | 'isEphemeral'>;

/** What forging looks at; the context of a dispatch is one. */
export interface ForgeContext {
  /** The tools that are there already. A query whose name is taken by one of them is left out. */
  readonly tools: { get(name: string): Tool | undefined };
  /** The calls so far. Forged tools look at it whenever they are called, so it may grow. */
  readonly turnToolCalls: readonly AskableCall[];
}

/** How tools are forged. */
export interface ForgeOptions {
  /**
   * How many bytes of UTF-8 the answer of one call may have, at least 256. Keep it at or below the
   * runtime's `limits.maxInlineBytes`. @default 16_384
   */
  readonly maxAnswerBytes?: number | undefined;
  /**
   * Takes secrets out of answers, also those that an answer begins or ends in the middle of.
   * @default redactCredentials
   */
  readonly redact?: Redactor | undefined;
}
