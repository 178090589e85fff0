import type { Caller } from '../../core/caller.ts';
import type { Tool, ToolDescription } from '../../core/tool.ts';
import type { ModelMessage } from '../../runtime/model/model-message.ts';

/** What is asked for tools. A `ToolSearch` is one. */
export interface SelectionSearch {
  /** The tools that fit, the best first, each of them one that the caller may see. */
  search(
    query: string,
    options: {
      readonly caller?: Caller | undefined;
      readonly limit?: number | undefined;
      readonly signal?: AbortSignal | undefined;
    },
  ): Promise<readonly { readonly tool: Tool }[]>;
}

/** What a renderer tells of the tools of a request: what each takes, and what a provider would refuse. */
export interface SelectionReport {
  readonly tools: readonly { readonly tool: string; readonly tokens: number }[];
  readonly refused: readonly { readonly tool: string; readonly reasons: readonly string[] }[];
  /** How many tools a request may have. @default any number */
  readonly count?: { readonly limit: number } | undefined;
}

/** How a provider is told of tools: `renderTools` of its door, or that of an executor. */
export type RenderSelection = (tools: readonly ToolDescription[]) => { readonly report: SelectionReport };

/** What is to be selected: for a `query` or for `messages`, and not for both. */
export type SelectToolsOptions = SelectionLimits & (SelectionQuery | SelectionMessages);

/** What is to be done is said in one text. */
interface SelectionQuery {
  /** What is to be done, in anybody's words. */
  readonly query: string;
  readonly messages?: undefined;
}

/** What is to be done is said in a conversation. */
interface SelectionMessages {
  /**
   * A conversation. What people said in it is the query, and nothing else: neither what the model said nor what tools gave.
   * Their last three texts count, the last one twice as much as the one before it, and so on; of a long text, its beginning
   * and its end.
   */
  readonly messages: readonly ModelMessage[];
  readonly query?: undefined;
}

/** What a selection may have, and for whom. */
export interface SelectionLimits {
  /** What the definitions of all selected tools may take together, by the estimate of `render`. */
  readonly budgetTokens: number;
  /**
   * Tools that are in every selection, and come first. It is not asked whether the caller may see them: take them from
   * `runtime.visible(caller)`. @default []
   */
  readonly always?: readonly Tool[] | undefined;
  /** At most so many tools, those of `always` included, from 1 to 500. @default 20 */
  readonly limit?: number | undefined;
  /** For whom is searched. @default the caller of whatever is searched */
  readonly caller?: Caller | undefined;
  /**
   * How the provider is told of the tools, with the options that the request will have. It is called several times.
   * @default what a model is shown of a tool, as JSON
   */
  readonly render?: RenderSelection | undefined;
  /** Given to the search. */
  readonly signal?: AbortSignal | undefined;
}
