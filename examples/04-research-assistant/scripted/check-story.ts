import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallRecord } from 'toolcrib/runtime';
import type { TurnResult } from 'toolcrib/turns';
import type { PlayedStory, WatchedAnswer } from './play-story.ts';

const REPORT = 'standstill-of-t2-in-march.md';

/** What could be seen of the story from outside. */
export interface StoryTraces {
  /** What the person said. */
  readonly answers: readonly WatchedAnswer[];
  /** The folder for reports. */
  readonly folder: string;
  /** The body of every request to the model. */
  readonly requests: readonly string[];
}

/** Checks that the story came out as it must. Throws if it did not. */
export function checkStory({ turn, followUp }: PlayedStory, traces: StoryTraces): void {
  checkCalls(turn);
  checkReport(turn, traces);
  checkWire(turn, traces);
  checkEnvelopes(turn);
  checkFollowUp(followUp);
}

function checkCalls(turn: TurnResult): void {
  assert.equal(turn.status, 'done');
  assert.match(turn.text, /17\.425 MWh, worth 1533\.4 euros/);
  const slip = find(turn, 'calculate');
  assert.equal(slip.status, 'invalid_args', 'the slip of the model was not noticed');
  const others = turn.records.filter((record) => record !== slip && record.toolName !== 'save_report');
  assert.ok(others.every(({ isOk }) => isOk));
  assert.ok((find(turn, 'check_facts').usage?.outputTokens ?? 0) > 0, 'the fact checker cost nothing');
}

/** Nothing is written before the person has said yes, and nothing at all after a no. */
function checkReport(turn: TurnResult, { answers, folder }: StoryTraces): void {
  const [answer] = answers;
  assert.equal(answers.length, 1, 'the person was not asked, or more than once');
  assert.ok(!answer?.reports.includes(REPORT), 'the report was there before the person was asked');
  const isApproved = answer?.decision === 'approve';
  const { status, sideEffect } = find(turn, 'save_report');
  assert.deepEqual([status, sideEffect], isApproved ? ['ok', 'done'] : ['denied', 'none']);
  assert.equal(readdirSync(folder).includes(REPORT), isApproved);
  if (isApproved) assert.match(readFileSync(join(folder, REPORT), 'utf8'), /17\.425 MWh/);
}

/** The export is megabytes; of it the model saw the beginning, and what it asked for. */
function checkWire(turn: TurnResult, { requests }: StoryTraces): void {
  const { result } = find(turn, 'export_readings');
  assert.ok(result?.kind === 'artifact' && result.artifact.byteLength > 4_000_000);
  const most = Math.max(...requests.map((body) => Buffer.byteLength(body)));
  assert.ok(most < 100_000, `a request had ${most} bytes`);
  const untold = '2031-03-20T12:00';
  assert.ok(!requests.some((body) => body.includes(untold)), 'a reading was sent that nobody asked for');
}

/** What tools say is marked as the words of strangers, also where it pretends to be somebody else's. */
function checkEnvelopes({ messages }: TurnResult): void {
  const texts = messages
    .flatMap((message) => (message.role === 'tool' ? message.results : []))
    .filter(({ rendering }) => !rendering.isError)
    .map(({ rendering: { parts } }) => (parts[0]?.type === 'text' ? parts[0].text : ''));
  for (const text of texts) assert.match(text, /^<untrusted-tool-output nonce="\w+"/);
  const hostile = texts.filter((text) => text.includes('IGNORE ALL PREVIOUS INSTRUCTIONS'));
  assert.equal(hostile.length, 1);
  assert.match(hostile[0] ?? '', /IGNORE ALL.*\n<\/untrusted-tool-output nonce="\w+">$/s);
}

/** The export of the first turn was asked again in the second one. */
function checkFollowUp(followUp: TurnResult): void {
  assert.equal(followUp.status, 'done');
  assert.match(followUp.text, /^1\.5 bar/);
  assert.deepEqual(
    followUp.records.map(({ toolName, status }) => `${toolName} ${status}`),
    ['artifact_grep ok'],
  );
}

function find({ records }: TurnResult, tool: string): CallRecord {
  const record = records.find(({ toolName }) => toolName === tool);
  assert.ok(record, `there was no call of ${tool}`);
  return record;
}
