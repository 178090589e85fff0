import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { toAiSdkTools } from '../packages/toolcrib/src/adapters/ai-sdk/index.ts';
import { toMastraTools } from '../packages/toolcrib/src/adapters/mastra/index.ts';
import { toAgentsTools } from '../packages/toolcrib/src/adapters/openai-agents/index.ts';
import {
  defineQuery,
  forgeQueryTools,
  JsonArtifact,
  MarkdownArtifact,
  SpooledArtifact,
} from '../packages/toolcrib/src/artifacts/index.ts';
import { memoryStore, openCatalog } from '../packages/toolcrib/src/catalog/index.ts';
import { compareSchemas, compareSpecs } from '../packages/toolcrib/src/compat/index.ts';
import { createPublisherKey } from '../packages/toolcrib/src/governance/index.ts';
import {
  createToolRegistry,
  defineTool,
  jsonSchema,
  Media,
  ToolError,
  ToolRegistry,
} from '../packages/toolcrib/src/index.ts';
import { lintSpec } from '../packages/toolcrib/src/lint/index.ts';
import * as anthropic from '../packages/toolcrib/src/providers/anthropic/index.ts';
import * as bedrock from '../packages/toolcrib/src/providers/bedrock/index.ts';
import * as gemini from '../packages/toolcrib/src/providers/gemini/index.ts';
import { createMediaReader } from '../packages/toolcrib/src/providers/index.ts';
import * as openai from '../packages/toolcrib/src/providers/openai/index.ts';
import {
  ask,
  autonomy,
  createRuntime,
  memoryArtifactStore,
  memoryLedger,
  parseStrictJson,
  renderForModel,
  renderForUser,
} from '../packages/toolcrib/src/runtime/index.ts';
import { createToolSearch, ToolIndex } from '../packages/toolcrib/src/search/index.ts';
import { fileArtifact, fileArtifactStore } from '../packages/toolcrib/src/stores/files/index.ts';
import {
  openSqlite,
  sqliteLedger,
  sqliteSession,
  sqliteStore,
} from '../packages/toolcrib/src/stores/sqlite/index.ts';
import {
  createHarness,
  createScriptedModel,
  describeTorture,
  runTorture,
} from '../packages/toolcrib/src/testing/index.ts';
import { createTurnRunner, delegateTool } from '../packages/toolcrib/src/turns/index.ts';
import { rejectionOf } from './errors.ts';
import { startRuntime, tool } from './runtime.ts';

const slip = { idempotencykey: 'a' };
const save = tool('save', () => 'saved');
const spec = { name: 'save', description: '', inputSchema: { type: 'object' } } as const;
const { runtime } = startRuntime([save]);
const resolver = createToolRegistry([save]);
const executor = createScriptedModel([]);
const runner = createTurnRunner({ executor, tools: [save] });
const record = await runtime.call({ tool: 'save', args: {} });
const catalog = await openCatalog(memoryStore());
const rendering = anthropic.renderTools([]);
const responses = openai.renderResponsesTools([]);
const results = { role: 'tool', results: [] } as const;
const database = openSqlite(':memory:');
const media = {
  kind: 'image',
  mimeType: 'image/png',
  trustTier: 'first-party',
  hazard: 'inert',
  source: new Uint8Array(1),
} as const;
const file = fileURLToPath(import.meta.url);
const text = new SpooledArtifact(await fileArtifact(file, { mimeType: 'text/plain' }));
const json = new JsonArtifact(await fileArtifact(file, { mimeType: 'application/json' }));
const markdown = new MarkdownArtifact(await fileArtifact(file, { mimeType: 'text/markdown' }));
const openaiClient = {} as Parameters<typeof openai.openaiChatExecutor>[0];

const subject = { name: 'nothing', run: () => Promise.reject(new Error('It must not run.')) };

/** What each function makes of an option that it does not have. */
const functions: Readonly<Record<string, (extra: object) => unknown>> = {
  createToolRegistry: (extra) => createToolRegistry([], extra),
  'new ToolRegistry': (extra) => new ToolRegistry([], extra),
  'ToolRegistry.merge': (extra) => ToolRegistry.merge([], extra),
  jsonSchema: (extra) => jsonSchema({ type: 'object' }, extra),
  'new Media': (extra) => new Media({ ...media, ...extra }),
  'new ToolError': (extra) => new ToolError('No.', extra),
  createRuntime: (extra) => createRuntime({ resolver, ...extra }),
  'createRuntime, limits': (extra) => createRuntime({ resolver, limits: extra }),
  'createRuntime, gates': (extra) => createRuntime({ resolver, gates: extra }),
  'runtime.call': (extra) => runtime.call({ tool: 'save', args: {}, ...extra }),
  'runtime.call, approval': (extra) =>
    runtime.call({ tool: 'save', args: {}, approval: { approver: 'ada', ...extra } }),
  'runtime.call, caller': (extra) =>
    runtime.call({ tool: 'save', args: {}, caller: { id: 'ada', ...extra } }),
  'runtime.visible, caller': (extra) => runtime.visible({ id: 'ada', ...extra }),
  'createRuntime, caller': (extra) => createRuntime({ resolver, caller: { id: 'ada', ...extra } }),
  'runtime.start': (extra) => runtime.start({ tool: 'save', args: {}, ...extra }),
  'runtime.callAll': (extra) => runtime.callAll([{ tool: 'save', args: {}, ...extra }]),
  'runtime.preview': (extra) => runtime.preview({ tool: 'save', args: {}, ...extra }),
  'runtime.withTools': (extra) => runtime.withTools(resolver, extra),
  'runtime.recover': (extra) => runtime.recover(extra),
  'runtime.conclude': (extra) => runtime.conclude('a', { tookEffect: true, by: 'ada', ...extra }),
  'runtime.revert': (extra) => runtime.revert(record.invocationId, extra),
  'gates.list': (extra) => runtime.gates.list(extra),
  autonomy: (extra) => autonomy({ read: 'allow', write: 'allow', destructive: 'ask', ...extra }),
  memoryLedger: (extra) => memoryLedger(extra),
  memoryArtifactStore: (extra) => memoryArtifactStore(extra),
  renderForModel: (extra) => renderForModel(record, { nonce: 'abcdefgh', ...extra }),
  renderForUser: (extra) => renderForUser(record, extra),
  parseStrictJson: (extra) => parseStrictJson('{}', { maxChars: 2, ...extra }),
  createTurnRunner: (extra) => createTurnRunner({ executor, tools: [], ...extra }),
  'createTurnRunner, limits': (extra) => createTurnRunner({ executor, tools: [], limits: extra }),
  'runner.run': (extra) => runner.run('Go.', { messages: [], ...extra }),
  'runner.run, caller': (extra) => runner.run('Go.', { caller: { id: 'ada', ...extra } }),
  delegateTool: (extra) => delegateTool({ name: 'other', description: '', runner, ...extra }),
  openCatalog: (extra) => openCatalog(memoryStore(), extra),
  'catalog.register': (extra) => catalog.register({ ...spec, outputSchema: {} }, extra),
  'catalog.readChecked': (extra) => catalog.readChecked(() => [], extra),
  'catalog.list': (extra) => catalog.list(extra),
  createPublisherKey: (extra) => createPublisherKey(extra),
  compareSchemas: (extra) => compareSchemas({}, {}, extra),
  compareSpecs: (extra) => compareSpecs(spec, spec, extra),
  lintSpec: (extra) => lintSpec(spec, extra),
  'new ToolIndex().search': (extra) => new ToolIndex().search('a', extra),
  'createToolSearch().search': (extra) => createToolSearch(runtime).search('a', extra),
  createMediaReader: (extra) => createMediaReader(extra),
  'anthropic.renderTools': (extra) => anthropic.renderTools([], extra),
  'anthropic.changeTools': (extra) => anthropic.changeTools(rendering, [], extra),
  'anthropic.renderMessages': (extra) => anthropic.renderMessages([], rendering.codec, extra),
  'anthropic.renderResults': (extra) => anthropic.renderResults(results, rendering.codec, extra),
  'bedrock.renderTools': (extra) => bedrock.renderTools([], extra),
  'bedrock.renderMessages': (extra) => bedrock.renderMessages([], rendering.codec, extra),
  'bedrock.renderResults': (extra) => bedrock.renderResults(results, rendering.codec, extra),
  'gemini.renderTools': (extra) => gemini.renderTools([], extra),
  'gemini.createToolRenderer': (extra) => gemini.createToolRenderer(extra),
  'gemini.renderMessages': (extra) => gemini.renderMessages([], rendering.codec, extra),
  'gemini.renderResults': (extra) => gemini.renderResults(results, rendering.codec, extra),
  renderChatTools: (extra) => openai.renderChatTools([], extra),
  renderChatMessages: (extra) => openai.renderChatMessages([], rendering.codec, extra),
  renderChatResults: (extra) => openai.renderChatResults(results, rendering.codec, extra),
  renderResponsesMessages: (extra) => openai.renderResponsesMessages([], rendering.codec, extra),
  renderResponsesResults: (extra) => openai.renderResponsesResults(results, rendering.codec, extra),
  changeResponsesTools: (extra) => openai.changeResponsesTools(responses, [], extra),
  openaiChatExecutor: (extra) => openai.openaiChatExecutor(openaiClient, { model: 'gpt', ...extra }),
  toAiSdkTools: (extra) => toAiSdkTools(runtime, extra),
  toMastraTools: (extra) => toMastraTools(runtime, extra),
  toAgentsTools: (extra) => toAgentsTools(runtime, extra),
  forgeQueryTools: (extra) => forgeQueryTools([], { tools: new ToolRegistry(), turnToolCalls: [] }, extra),
  defineQuery: (extra) =>
    defineQuery({ name: 'ask', description: '', inputSchema: { type: 'object' }, run: () => '', ...extra }),
  'artifact.head': (extra) => text.head(extra),
  'artifact.tail': (extra) => text.tail(extra),
  'artifact.cat': (extra) => text.cat(extra),
  'artifact.grep': (extra) => text.grep({ pattern: 'a', ...extra }),
  'artifact.lines': (extra) => text.lines(extra),
  'json.type': (extra) => json.type('', extra),
  'json.get': (extra) => json.get('', extra),
  'json.elements': (extra) => json.elements(extra).next(),
  'json.slice': (extra) => json.slice(extra),
  'json.filter': (extra) => json.filter({ operator: 'exists' }, extra),
  'json.filter, condition': (extra) => json.filter({ operator: 'exists', ...extra }),
  'json.pluck': (extra) => json.pluck(['/a'], extra),
  'markdown.frontMatter': (extra) => markdown.frontMatter(extra),
  'markdown.headings': (extra) => markdown.headings(extra).next(),
  'markdown.sections': (extra) => markdown.sections({ line: 1 }, extra),
  'markdown.codeBlocks': (extra) => markdown.codeBlocks(extra).next(),
  'markdown.links': (extra) => markdown.links(extra).next(),
  'markdown.prose': (extra) => markdown.prose(extra).next(),
  fileArtifactStore: (extra) => fileArtifactStore('', extra),
  fileArtifact: (extra) => fileArtifact('a', { mimeType: 'text/plain', ...extra }),
  sqliteLedger: (extra) => sqliteLedger(database, extra),
  sqliteStore: (extra) => sqliteStore(database, extra),
  sqliteSession: (extra) => sqliteSession(database, extra),
  createHarness: (extra) => createHarness(save, extra),
  createScriptedModel: (extra) => createScriptedModel([], extra),
  runTorture: (extra) => runTorture(subject, extra),
  describeTorture: (extra) =>
    describeTorture(subject, { describe: () => undefined, it: () => undefined, ...extra }),
};

describe('an option that does not exist', () => {
  it.each(Object.keys(functions))('is refused by %s', async (name) => {
    const error = await rejectionOf((async () => functions[name]?.(slip))());

    expect([error.code, error.message]).toEqual([
      'E_INVALID_OPTION',
      expect.stringMatching(/^Unknown option "[a-z.]*idempotencykey"\./),
    ]);
  });

  it('is refused by defineTool and by a gate', async () => {
    const asking = tool('asking', (_, ctx) =>
      ctx.waitFor({ name: 'a', prompt: 'b', ...slip }).then(() => 'c'),
    );
    const { runtime, faults } = startRuntime([asking]);

    const defining = await rejectionOf((async () => defineTool({ ...spec, handler: () => '', ...slip }))());
    const { status } = await runtime.call({ tool: 'asking', args: {} });

    expect([defining.code, defining.message]).toEqual([
      'E_INVALID_TOOL',
      expect.stringContaining('Unknown option "idempotencykey".'),
    ]);
    expect([status, faults]).toEqual(['failed', []]);
  });

  it('reaches whoever hears of faults instead of the listeners, if it is in the progress of a call', async () => {
    const moving = tool('moving', (_, ctx) => {
      ctx.reportProgress({ mesage: 'half' } as object);
      ctx.reportProgress({ message: 'done' });
      return 'moved';
    });
    const { runtime, events, faults } = startRuntime([moving]);

    const { status } = await runtime.call({ tool: 'moving', args: {} });

    expect(status).toBe('ok');
    expect(events.ofType('tool-call-progress').map(({ progress }) => progress.message)).toEqual(['done']);
    expect(faults).toMatchObject([
      { message: 'Unknown option "progress.mesage". Did you mean "progress.message"?' },
    ]);
  });

  it('leaves a gate open that it was to be settled with', async () => {
    const { runtime } = startRuntime([save], { policy: () => ask('it writes') });
    const calling = runtime.call({ tool: 'save', args: {} });
    const [gate] = await runtime.gates.list();
    if (gate === undefined) throw new Error('No gate is open.');

    const settle = (more: object) =>
      runtime.gates.settle(gate, { decision: 'approve', approver: 'ada', ...more });

    expect(await settle({ reasn: 'fine' })).toEqual({
      status: 'invalid',
      reason: 'Unknown option "reasn". Did you mean "reason"?',
      issues: [],
    });
    expect((await settle({ reason: 'fine' })).status).toBe('accepted');
    expect((await calling).status).toBe('ok');
  });

  it('does not let a write run twice', async () => {
    let runs = 0;
    const write = tool('write', () => `${++runs}`);
    const { runtime } = startRuntime([write]);

    const error = await rejectionOf(runtime.call({ tool: 'write', args: {}, ...slip }));

    expect([runs, error.message]).toEqual([
      0,
      'Unknown option "idempotencykey". Did you mean "idempotencyKey"?',
    ]);
  });
});
