import type { Caller, Tool } from '../index.ts';
import type { CallRecord } from '../runtime/index.ts';

/** How the tools of a runtime become those of a framework. */
export interface AdapterOptions {
  /** Whoever the framework's calls are made for. @default the runtime's `caller` */
  readonly caller?: Caller | undefined;
  /**
   * The tools to offer. They are looked up by name when they are called, so the runtime has to know them.
   * @default every tool that the caller may see, asked for once
   */
  readonly tools?: readonly Tool[] | undefined;
  /**
   * Who asks a person where the policy wants one: the framework, in its own way and before the call is made,
   * or the runtime, at whose gate the call then waits while the framework runs it.
   * @default 'framework'
   */
  readonly approvals?: 'framework' | 'runtime' | undefined;
  /** Who is written down as the approver, where the framework asked somebody. @default 'user of ' and the framework */
  readonly approver?: string | undefined;
  /** Told the record of every call. What it throws is told to nobody and changes nothing. */
  readonly onRecord?: ((record: CallRecord) => void) | undefined;
  /**
   * Told what code of the host threw while a call was answered, such as a redactor. The model is told nothing of
   * it. What this throws is told to nobody.
   * @default nobody is told
   */
  readonly onFault?: ((error: unknown) => void) | undefined;
  /**
   * Media of more bytes are not shown to a model; with 0, none are.
   * @default 3.75 MiB, what every provider takes
   */
  readonly maxMediaBytes?: number | undefined;
}
