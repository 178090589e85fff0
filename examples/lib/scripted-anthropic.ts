/** What a model says in one answer: text, and calls whose arguments are JSON text. */
export interface ScriptedAnswer {
  readonly text: string;
  readonly calls?: readonly { readonly name: string; readonly input: string }[];
}

/** A `fetch` that speaks the streaming format of the Messages API and answers by a script. */
export function scriptedFetch(answers: readonly ScriptedAnswer[]): typeof fetch {
  const rest = [...answers];
  return async () => {
    const answer = rest.shift();
    if (answer === undefined)
      return Response.json({ error: { message: 'The script is over.' } }, { status: 400 });
    const body = toEvents(answer)
      .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      .join('');
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
}

function toEvents({ text, calls = [] }: ScriptedAnswer): { readonly type: string }[] {
  const usage = { input_tokens: 100, output_tokens: 20 };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'scripted', content: [], usage };
  const blocks = [
    { start: { type: 'text', text: '' }, delta: { type: 'text_delta', text } },
    ...calls.map(({ name, input }, index) => ({
      start: { type: 'tool_use', id: `toolu_${index}`, name, input: {} },
      delta: { type: 'input_json_delta', partial_json: input },
    })),
  ];
  return [
    { type: 'message_start', message },
    ...blocks.flatMap(({ start, delta }, index) => [
      { type: 'content_block_start', index, content_block: start },
      { type: 'content_block_delta', index, delta },
      { type: 'content_block_stop', index },
    ]),
    {
      type: 'message_delta',
      delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn' },
      usage: { output_tokens: 20 },
    },
    { type: 'message_stop' },
  ] as { readonly type: string }[];
}
