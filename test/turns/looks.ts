import type { ModelMessage, ModelRequest } from '../../packages/toolcrib/src/runtime/index.ts';
import type { TurnEvent } from '../../packages/toolcrib/src/turns/index.ts';

/** The names of the tools that a model was shown. */
export function toolNames({ tools }: ModelRequest): string[] {
  return tools.map(({ name }) => name);
}

/** What a model reads of the results of its last calls, media left out. */
export function lastResults(messages: readonly ModelMessage[]): string[] {
  const last = messages.findLast((message) => message.role === 'tool');
  return (last?.results ?? []).map(({ rendering }) =>
    rendering.parts.map((part) => (part.type === 'text' ? part.text : `[${part.media.kind}]`)).join('\n'),
  );
}

/** Everything that can be read of a conversation. */
export function textOf(messages: readonly ModelMessage[]): string {
  return JSON.stringify(messages);
}

/** The events of one type, in order. */
export function ofType<Type extends TurnEvent['type']>(
  events: readonly TurnEvent[],
  type: Type,
): Extract<TurnEvent, { readonly type: Type }>[] {
  return events.filter((event): event is Extract<TurnEvent, { readonly type: Type }> => event.type === type);
}
