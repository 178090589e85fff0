// Bundles the main door, the runtime, turns and the catalogue for browsers, uses them without Node and without eval, and weighs them.
import { gzipSync } from 'node:zlib';
import { BUNDLE_NAME, bundleForBrowser, runBare } from './lib/bundle-for-browser.ts';

const MAX_GZIP_BYTES = 31_300;

const script = `
const { defineTool, ToolRegistry } = ${BUNDLE_NAME};
const tool = defineTool({
  name: 'print_number',
  description: 'Prints a number.',
  inputSchema: {
    type: 'object',
    properties: { n: { type: 'number' } },
    required: ['n'],
    additionalProperties: false,
  },
  handler: ({ n }) => String(n),
});
new ToolRegistry([tool]);
let code = 'nothing';
try {
  tool.validate({ n: '1' });
} catch (error) {
  code = error.code;
}
JSON.stringify([tool.validate({ n: 1 }), code]);
`;
const expected = JSON.stringify([{ n: 1 }, 'E_INVALID_TOOL_ARGS']);

const bundle = await bundleForBrowser(`export * from 'toolcrib';`);
for (const allowEval of [true, false]) {
  const answer = runBare(bundle, script, { allowEval });
  if (answer !== expected) throw new Error(`Expected ${expected} from the bundle, but got ${answer}.`);
  console.log(`works without Node, eval ${allowEval ? 'allowed' : 'forbidden'}`);
}

const call = `
const { createRuntime, createToolRegistry, defineTool } = ${BUNDLE_NAME};
const greet = defineTool({
  name: 'greet',
  description: 'Greets.',
  inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  handler: async ({ name }) => 'Hello ' + name,
});
const runtime = createRuntime({ resolver: createToolRegistry([greet]) });
runtime.call({ tool: 'greet', args: '{"name":"Ada"}' }).then(({ result }) => JSON.stringify(result));
`;
const runtime = await bundleForBrowser(`export * from 'toolcrib'; export * from 'toolcrib/runtime';`);
const greeting = await runBare(runtime, call, { allowEval: false });
if (greeting !== JSON.stringify({ kind: 'text', text: 'Hello Ada' })) {
  throw new Error(`The runtime answered ${greeting}.`);
}
console.log('a call runs without Node and without eval');

const turn = `
const { createTurnRunner, defineTool } = ${BUNDLE_NAME};
const count = defineTool({
  name: 'count',
  description: 'Counts.',
  inputSchema: { type: 'object', properties: {} },
  handler: () => 'one more line of many\\n'.repeat(5_000) + 'the end',
});
const usage = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 };
const propose = (tool, args) => ({
  message: { role: 'assistant', text: '', calls: [{ tool, args, providerCallId: tool }] },
  stop: 'calls',
  usage,
});
const script = [
  () => propose('count', {}),
  ({ messages }) => {
    const id = /artifacts: \\["([^"]+)"\\]/.exec(messages.at(-1).results[0].rendering.parts.at(-1).text)[1];
    return propose('artifact_tail', { artifacts: [id], lines: 1 });
  },
  ({ messages }) => {
    const [{ text }] = messages.at(-1).results[0].rendering.parts;
    return { message: { role: 'assistant', text: String(text.includes('the end')), calls: [] }, stop: 'end', usage };
  },
];
const executor = { provider: 'script', run: async (request) => script.shift()(request) };
createTurnRunner({ executor, tools: [count] })
  .run('Go.')
  .then(({ status, text, records }) => JSON.stringify([status, text, records.map((record) => record.status)]));
`;
const turns = await bundleForBrowser(`export * from 'toolcrib'; export * from 'toolcrib/turns';`);
const ending = await runBare(turns, turn, { allowEval: false });
if (ending !== JSON.stringify(['done', 'true', ['ok', 'ok']]))
  throw new Error(`The turn ended as ${ending}.`);
console.log('a turn runs and queries an artifact without Node and without eval');

const publish = `
const { memoryStore, openCatalog } = ${BUNDLE_NAME};
const spec = { name: 'greet', version: '1.2.0', inputSchema: { type: 'object' }, outputSchema: {} };
openCatalog(memoryStore(), { clock: { now: () => 0 } }).then(async (catalog) => {
  await catalog.register(spec);
  await catalog.setEnabled('greet', false);
  const { enabled, createdAt } = catalog.get('greet', { range: '^1.0.0' });
  return JSON.stringify([enabled, createdAt, catalog.list().length, catalog.sequence]);
});
`;
const catalog = await bundleForBrowser(`export * from 'toolcrib/catalog';`);
const published = await runBare(catalog, publish, { allowEval: false });
if (published !== JSON.stringify([false, '1970-01-01T00:00:00.000Z', 0, 2])) {
  throw new Error(`The catalogue answered ${published}.`);
}
console.log('a catalogue works without Node and without eval');

const runtimeBytes = gzipSync(await bundleForBrowser(`export * from 'toolcrib/runtime';`, 'esm'), {
  level: 9,
});
console.log(`runtime and what it needs of the main door: gzip ${toKilobytes(runtimeBytes.byteLength)}`);

// Weighed as a module, which is what a user's bundler takes in.
const module = await bundleForBrowser(`export * from 'toolcrib';`, 'esm');
const gzipBytes = gzipSync(module, { level: 9 }).byteLength;
console.log(`minified ${toKilobytes(module.length)}, gzip ${toKilobytes(gzipBytes)}`);
if (gzipBytes > MAX_GZIP_BYTES) {
  throw new Error(`The main door may have ${toKilobytes(MAX_GZIP_BYTES)} gzip at most.`);
}

function toKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
