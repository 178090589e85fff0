import type { McpEra } from './mcp-message.ts';

/** What the floor sends, so that it is what ours sends. */
export type FloorAnswers = Readonly<
  Record<
    McpEra,
    {
      /** JSON of the result of `tools/list`. */
      readonly list: string;
      /** The result of `tools/call`; its content is made in each call. */
      readonly callResult: Readonly<Record<string, unknown>>;
    }
  >
>;

/** The file in which the floor finds it, in the folder that it is started in. */
export const FLOOR_ANSWERS = 'floor-answers.json';
