import type {
  AssistantMessage,
  ModelMessage,
  RenderedResult,
  ToolMessage,
  UserMessage,
} from '../../../runtime/model/model-message.ts';
import { withLegalCallIds } from '../../call-ids.ts';
import { completeHistory } from '../../complete-history.ts';
import type { MediaReader } from '../../media-reader.ts';
import { type MessageOptions, readMediaReader } from '../../message-options.ts';
import type { ToolCodec } from '../../plan/tool-codec.ts';
import type { ToolLoading } from '../../plan-loading.ts';
import { renderResponsesCall } from './render-responses-call.ts';
import { renderResponsesResult } from './render-responses-results.ts';
import type { OpenAiResponsesTool } from './render-responses-tools.ts';
import { replayOutput } from './replay-output.ts';
import type { OpenAiResponsesItem, OpenAiResponsesToolSearchOutput } from './responses-item.ts';
import { toResponsesPart } from './to-responses-part.ts';

/**
 * A conversation as the input of a Responses request, whoever the model was that it was held with: every call
 * has its result after it, names and ids are legal, and arguments are JSON text. What this API itself put out
 * is sent again with its thoughts.
 */
export async function renderResponsesMessages(
  messages: readonly ModelMessage[],
  codec: ToolCodec,
  options: MessageOptions = {},
): Promise<OpenAiResponsesItem[]> {
  const readMedia = readMediaReader(options);
  return renderResponsesHistory(withLegalCallIds(completeHistory(messages)), codec, { readMedia });
}

/** What the input of a request is rendered with. */
interface HistoryOptions {
  readonly readMedia: MediaReader;
  readonly loading?: ToolLoading<OpenAiResponsesTool> | undefined;
}

/** The same for a conversation that is complete and has legal ids. */
export async function renderResponsesHistory(
  history: readonly ModelMessage[],
  codec: ToolCodec,
  { readMedia, loading }: HistoryOptions,
): Promise<OpenAiResponsesItem[]> {
  const rendered = await Promise.all(
    history.map(async (message): Promise<OpenAiResponsesItem[]> => {
      switch (message.role) {
        case 'user':
          return [await renderUser(message, readMedia)];
        case 'assistant':
          return replayOutput(message, codec, loading) ?? renderAssistant(message, codec, loading);
        case 'tool':
          return renderToolMessage(message, readMedia, loading);
      }
    }),
  );
  return rendered.flat();
}

async function renderToolMessage(
  { results }: ToolMessage,
  readMedia: MediaReader,
  loading: HistoryOptions['loading'],
): Promise<OpenAiResponsesItem[]> {
  const outputs = await Promise.all(
    results.map(
      (result) => renderSearch(result.providerCallId, loading) ?? renderResponsesResult(result, readMedia),
    ),
  );
  return [...outputs, ...results.flatMap((result) => renderReason(result, loading))];
}

/**
 * That a search has found nothing, after all results: its own output has no place for words. They are ours and never those of the
 * result, which may be a stranger's.
 */
function renderReason(
  { providerCallId, rendering }: RenderedResult,
  loading: HistoryOptions['loading'],
): OpenAiResponsesItem[] {
  if (loading?.searches.get(providerCallId)?.length !== 0) return [];
  return [{ type: 'message', role: 'developer', content: rendering.isError ? SEARCH_FAILED : FOUND_NOTHING }];
}

const FOUND_NOTHING =
  'The last search has loaded no tool. Search in other words, or for one step of the task, or do with the tools that you have.';
const SEARCH_FAILED =
  'The last search did not work. Its arguments must be as the tool says; otherwise do with the tools that you have.';

/** The result of a search: what it found. */
function renderSearch(
  call_id: string,
  loading: HistoryOptions['loading'],
): OpenAiResponsesToolSearchOutput | undefined {
  const found = loading?.searches.get(call_id);
  if (found === undefined) return undefined;
  const tools = found.map(({ wireTool }) => ({ ...wireTool, defer_loading: true as const }));
  return { type: 'tool_search_output', call_id, execution: 'client', status: 'completed', tools };
}

async function renderUser({ content }: UserMessage, readMedia: MediaReader): Promise<OpenAiResponsesItem> {
  if (typeof content === 'string') return { type: 'message', role: 'user', content: content.toWellFormed() };
  const parts = await Promise.all(content.map((part) => toResponsesPart(part, readMedia)));
  return { type: 'message', role: 'user', content: parts.length > 0 ? parts : '' };
}

function renderAssistant(
  { text, calls }: AssistantMessage,
  codec: ToolCodec,
  loading: HistoryOptions['loading'],
): OpenAiResponsesItem[] {
  const said: OpenAiResponsesItem = { type: 'message', role: 'assistant', content: text.toWellFormed() };
  const items = calls.map((call) => renderResponsesCall(call, codec, { loading }));
  return text === '' ? items : [said, ...items];
}
