import type { CallRecord, ModelMessage } from '../../packages/toolcrib/src/runtime/index.ts';
import type { TurnEvent, TurnResult } from '../../packages/toolcrib/src/turns/index.ts';

/** A turn that is over, and how many messages it began with. */
interface EndedTurn {
  readonly result: TurnResult;
  readonly events: readonly TurnEvent[];
  readonly before: number;
}

/** What is wrong with a turn that is never wrong, whatever happened in it. */
export function findTurnProblems({ result, events, before }: EndedTurn): string[] {
  return [
    ...checkEvents(result, events),
    ...checkOutcome(result),
    ...checkMessages(result.messages),
    ...checkRecords(result, result.messages.slice(before)),
  ];
}

function checkEvents(result: TurnResult, events: readonly TurnEvent[]): string[] {
  const problems: string[] = [];
  const count = (type: TurnEvent['type']) => events.filter((event) => event.type === type).length;
  if (count('turn-start') !== 1 || events[0]?.type !== 'turn-start')
    problems.push('not one turn-start first');
  const end = events.at(-1);
  if (count('turn-end') !== 1 || end?.type !== 'turn-end') problems.push('not one turn-end last');
  else {
    const isSame =
      end.status === result.status &&
      end.limit === result.limit &&
      end.code === result.error?.code &&
      end.iterations === result.iterations;
    if (!isSame) problems.push(`turn-end tells of another end: ${JSON.stringify(end)}`);
  }
  if (count('step-start') !== result.iterations) problems.push('not one step-start for each iteration');
  if (count('step-end') > count('step-start')) problems.push('more step-ends than step-starts');
  for (const event of events) {
    if (event.turnId !== result.turnId) problems.push(`${event.type} of another turn`);
  }
  for (const { invocationId, toolName, status } of result.records) {
    const ends = events.filter(
      (event) => event.type === 'tool-call-end' && event.invocationId === invocationId,
    );
    if (ends.length !== 1) problems.push(`${ends.length} ends of a ${status} call of ${toolName}`);
  }
  return problems;
}

function checkOutcome({ status, limit, error }: TurnResult): string[] {
  const problems: string[] = [];
  if (!['done', 'refused', 'stopped', 'aborted', 'failed'].includes(status))
    problems.push(`status ${status}`);
  if ((limit !== undefined) !== (status === 'stopped')) problems.push(`limit ${limit} of a ${status} turn`);
  if ((error !== undefined) !== (status === 'failed')) problems.push(`${error?.code} of a ${status} turn`);
  return problems;
}

/** Every call has its result in the message after it, in the order of the calls. */
function checkMessages(messages: readonly ModelMessage[]): string[] {
  const problems: string[] = [];
  for (const [index, message] of messages.entries()) {
    const next = messages[index + 1];
    if (message.role === 'assistant' && message.calls.length > 0) {
      const asked = message.calls.map(({ providerCallId, tool }) => `${providerCallId} ${tool}`);
      const answered =
        next?.role === 'tool'
          ? next.results.map(({ providerCallId, tool }) => `${providerCallId} ${tool}`)
          : [];
      if (asked.join() !== answered.join()) problems.push(`calls ${asked} have results ${answered}`);
    }
    const isAnswer = message.role !== 'tool' || messages[index - 1]?.role === 'assistant';
    if (!isAnswer) problems.push(`message ${index} has results of no calls`);
  }
  return problems;
}

/** One record for each call that the model made in this turn, in their order. */
function checkRecords({ records }: TurnResult, messages: readonly ModelMessage[]): string[] {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.calls : []));
  const asked = calls.map(({ providerCallId, tool }) => `${providerCallId} ${tool}`);
  const made = records.map((record: CallRecord) => `${record.providerCallId} ${record.toolName}`);
  return asked.join() === made.join() ? [] : [`calls ${asked} have records ${made}`];
}
