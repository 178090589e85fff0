import { forgeQueryTools, SpooledArtifact } from '../../packages/toolcrib/src/artifacts/index.ts';
import { record } from '../call-record.ts';
import { ctx as callContext } from '../weather.ts';
import { GeneratedArtifact } from './generated-artifact.ts';

/*
 * Asks texts of 100 MB every question that text can be asked, and measures the memory meanwhile. Started by
 * `large-text.test.ts` with `--expose-gc`.
 */

const LARGE = 100_000_000;
const LINE = 'The quick brown fox jumps over the lazy dog, 0123456789 times or more. Yes!\r\n';
const PART = 'The quick brown fox jumps over the lazy dog. Ja, überall! ';

/** What is told to the test. */
export interface LargeTextReport {
  readonly answers: Readonly<Record<string, string>>;
  /** How far the memory in use went beyond what it was after a warm-up, in bytes. */
  readonly growth: number;
  /** How often a timer got its turn. */
  readonly ticks: number;
  /** Where a search that takes too long says that it goes on. */
  readonly late: object | undefined;
}

/** The first artifact has lines, the second one is a single line without an end. */
function askerFor(byteLength: number): (name: string, args?: object) => Promise<string> {
  const artifacts = [LINE, PART].map(
    (line, index) => new GeneratedArtifact({ id: `${index}`, mimeType: 'text/plain', byteLength }, line),
  );
  const calls = artifacts.map((artifact) => record({ result: { kind: 'artifact', artifact, preview: '' } }));
  const tools = forgeQueryTools([SpooledArtifact], { tools: new Map(), turnToolCalls: calls });
  return async (name, args = {}) => {
    const answer = await tools.get(name)?.executor(callContext)({ artifacts: ['0', '1'], ...args });
    return String(answer);
  };
}

async function askEverything(byteLength: number): Promise<Record<string, string>> {
  const ask = askerFor(byteLength);
  return {
    head: await ask('artifact_head', { lines: 1 }),
    tail: await ask('artifact_tail', { lines: 1 }),
    cat: await ask('artifact_cat', { artifacts: ['0'], from: Math.floor(byteLength / 100), lines: 1 }),
    bytes: await ask('artifact_cat', { fromByte: byteLength - 10 }),
    count: await ask('artifact_line_count'),
    tokens: await ask('artifact_token_estimate'),
    length: await ask('artifact_byte_length'),
    inLines: await searchAll(ask, { artifacts: ['0'], pattern: '(?:(?:[a-z ]+)+)+!!' }),
    inOneLine: await searchAll(ask, { artifacts: ['1'], pattern: '(?:fox|dog)+ .*cat' }),
    many: await ask('artifact_grep', { pattern: 'YES|Überall', ignoreCase: true, maxMatches: 3 }),
  };
}

/** A busy machine may not get to the end in the time that one search has. */
async function searchAll(
  ask: (name: string, args: object) => Promise<string>,
  args: object,
): Promise<string> {
  let answer = await ask('artifact_grep', args);
  for (;;) {
    const [, argument, value] = /No matches\..* Continue with (\w+): (\d+)\./.exec(answer) ?? [];
    if (argument === undefined) return answer;
    answer = await ask('artifact_grep', { ...args, [argument]: Number(value) });
  }
}

/** A pattern with more states than can be remembered, on a text that leads to ever new ones. */
async function searchInVain(byteLength: number): Promise<object | undefined> {
  const text = Array.from({ length: 1_009 }, (_, index) => ((index * index) % 7 < 3 ? 'a' : 'b')).join('');
  const source = new GeneratedArtifact({ id: 'ab', mimeType: 'text/plain', byteLength }, text);
  const { next } = await new SpooledArtifact(source).grep({ pattern: '[ab]*a[ab]{500}c', maxMs: 500 });
  return next;
}

await askEverything(1_000_000);
await searchInVain(1_000_000);
/** What is alive: what is not yet collected says nothing about how much is needed. */
function liveBytes(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const before = liveBytes();
let highest = before;
let ticks = 0;
const timer = setInterval(() => {
  ticks += 1;
  if (ticks % 10 === 0) highest = Math.max(highest, liveBytes());
}, 25);
const answers = await askEverything(LARGE);
const late = await searchInVain(LARGE);
clearInterval(timer);
const report: LargeTextReport = { answers, growth: highest - before, ticks, late };
process.stdout.write(JSON.stringify(report));
