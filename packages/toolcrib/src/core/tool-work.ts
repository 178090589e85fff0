import type { OptionReader } from './option-reader.ts';
import type { ToolContext } from './tool-context.ts';

/** Types are erased, so that tools of all types fit into one registry. */
type Handler = (args: never, ctx: ToolContext) => unknown;

/** What a tool can do besides its handler. */
interface Extras {
  readonly verify?: Handler;
  readonly revert?: (args: never, result: never, ctx: ToolContext) => unknown;
}

/** What a tool does. Most have a handler and nothing else, and there are many tools. */
export type ToolWork = Handler | (Extras & { readonly handler: Handler });

export function readWork(read: OptionReader, options: { readonly handler: Handler } & Extras): ToolWork {
  const handler = read.handler('handler', options.handler);
  const verify = read.optionalHandler('verify', options.verify);
  const revert = read.optionalHandler('revert', options.revert);
  if (verify === undefined && revert === undefined) return handler;
  return { handler, ...(verify && { verify }), ...(revert && { revert }) };
}

export function handlerOf(work: ToolWork): Handler {
  return typeof work === 'function' ? work : work.handler;
}

/** What can be done about a call beside making it. */
export function abilitiesOf(work: ToolWork): { readonly verify: boolean; readonly revert: boolean } {
  if (typeof work === 'function') return { verify: false, revert: false };
  return { verify: work.verify !== undefined, revert: work.revert !== undefined };
}
