import type { ModelRequest } from '../runtime/model/model-executor.ts';
import { AnswerIds } from './answer-ids.ts';
import type { ToolCodec } from './plan/tool-codec.ts';
import { textOf } from './wire-values.ts';

/** Whom to tell of what a stream brings. */
export interface StreamListener extends Pick<ModelRequest, 'onEvent'> {
  readonly codec: ToolCodec;
}

/** What is known of a call whose arguments are still on their way. */
interface StartedCall {
  readonly id: unknown;
  readonly name: unknown;
}

/** Tells of calls as they begin, under the names and the ids that they will have in the step. */
export function announceCalls({ codec, onEvent }: StreamListener): (call: StartedCall) => void {
  const ids = new AnswerIds();
  return ({ id, name }) => {
    const providerCallId = ids.next(id);
    onEvent?.({ type: 'call-start', providerCallId, tool: codec.toToolName(textOf(name)) });
  };
}
