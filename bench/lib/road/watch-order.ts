// A thread that stops the main thread at the first entry of each function that it is given, and notes the file of it.
import { Session } from 'node:inspector/promises';
import { parentPort, workerData } from 'node:worker_threads';

interface FunctionPlace {
  readonly file: string;
  readonly scriptId: string;
  readonly offset: number;
}

const places = workerData as readonly FunctionPlace[];
const session = new Session();
session.connectToMainThread();
// Listening also keeps this thread alive while it waits for answers.
const stopped = new Promise((resolve) => parentPort?.on('message', resolve));
const fileOf = new Map<string, string>();
const seen = new Set<string>();
let isReady = false;
session.on('Debugger.paused', ({ params }) => {
  // Until all is set up, timers of the main thread may stop it.
  for (const id of isReady ? (params.hitBreakpoints ?? []) : []) {
    const file = fileOf.get(id);
    if (file !== undefined) seen.add(file);
    void session.post('Debugger.removeBreakpoint', { breakpointId: id });
  }
  void session.post('Debugger.resume');
});
await session.post('Debugger.enable');

const lineStarts = new Map<string, readonly number[]>();
for (const { file, scriptId, offset } of places) {
  const starts = lineStarts.get(scriptId) ?? (await loadLineStarts(scriptId));
  lineStarts.set(scriptId, starts);
  const lineNumber = starts.findLastIndex((start) => start <= offset);
  const start = { scriptId, lineNumber, columnNumber: offset - (starts[lineNumber] ?? 0) };
  const { locations } = await session.post('Debugger.getPossibleBreakpoints', {
    start,
    restrictToFunction: true,
  });
  const [location] = locations;
  if (location === undefined) continue;
  try {
    const { breakpointId } = await session.post('Debugger.setBreakpoint', { location });
    fileOf.set(breakpointId, file);
  } catch {
    // Two functions can begin at one place, such as a class and its constructor.
  }
}

isReady = true;
parentPort?.postMessage('ready');

await stopped;
await session.post('Debugger.disable');
session.disconnect();
parentPort?.postMessage([...seen]);

async function loadLineStarts(scriptId: string): Promise<readonly number[]> {
  const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
  const starts = [0];
  for (let at = scriptSource.indexOf('\n'); at !== -1; at = scriptSource.indexOf('\n', at + 1))
    starts.push(at + 1);
  return starts;
}
