import { expect, it } from 'vitest';
import {
  memoryStore,
  openCatalog,
  sealCatalog,
  type ToolCatalog,
  toSpec,
} from '../../packages/toolcrib/src/catalog/index.ts';
import { defineTool, type ToolResolver } from '../../packages/toolcrib/src/index.ts';
import {
  allow,
  type CallRecord,
  createRuntime,
  deny,
  type Policy,
} from '../../packages/toolcrib/src/runtime/index.ts';
import {
  createFakeClock,
  createScriptedModel,
  type FakeClock,
} from '../../packages/toolcrib/src/testing/index.ts';
import {
  createTurnRunner,
  type Middleware,
  type TurnContext,
} from '../../packages/toolcrib/src/turns/index.ts';

const SUNSET = '2027-02-01T00:00:00.000Z';
const DAY_MS = 86_400_000;

const [oldTool, newTool] = ['get_old', 'get_new'].map((name) =>
  defineTool({
    name,
    version: '1.0.0',
    description: `Gives what ${name} gives.`,
    inputSchema: { type: 'object', properties: {} },
    handler: () => `from ${name}`,
  }),
) as [ReturnType<typeof defineTool>, ReturnType<typeof defineTool>];

interface World {
  readonly clock: FakeClock;
  readonly catalog: ToolCatalog;
  readonly seal: ToolResolver;
}

async function start(): Promise<World> {
  const clock = createFakeClock(Date.parse(SUNSET) - DAY_MS);
  const catalog = await openCatalog(memoryStore(), { clock });
  await catalog.registerAll([toSpec(oldTool), toSpec(newTool)]);
  const seal = await sealCatalog(catalog, [oldTool, newTool], { consumer: 'test' });
  return { clock, catalog, seal };
}

async function pastSunset(): Promise<World> {
  const world = await start();
  await world.catalog.deprecate('get_old', { message: 'It goes.', replacement: 'get_new', sunset: SUNSET });
  await world.clock.advance(DAY_MS);
  return world;
}

function callOld(resolver: ToolResolver, hidden: readonly string[] = []): Promise<CallRecord> {
  const policy = ({ tool }: { readonly tool: { readonly name: string } }) =>
    hidden.includes(tool.name) ? deny('no') : allow();
  return createRuntime({ resolver, policy }).call({ tool: 'get_old', args: {} });
}

it('is called until its sunset, and then answered with a code that names the replacement', async () => {
  const { clock, catalog, seal } = await start();
  await catalog.deprecate('get_old', { message: 'It goes.', replacement: 'get_new', sunset: SUNSET });
  await clock.advance(DAY_MS - 1);
  const early = await callOld(seal);
  await clock.advance(1);
  const late = await callOld(seal);

  expect(early.status).toBe('ok');
  expect([late.status, late.problem?.code]).toEqual(['unknown_tool', 'E_TOOL_SUNSET']);
  expect(late.problem).toMatchObject({
    message: `The tool get_old has been gone since ${SUNSET}.`,
    hint: 'Use get_new instead. The tools are: get_new.',
  });
});

it('is not told to those who may not see it', async () => {
  const { seal } = await pastSunset();
  const hidden = await callOld(seal, ['get_old']);
  const unknown = await callOld({ resolve: () => null, list: () => seal.list() });

  expect(hidden.problem?.code).toBe('E_TOOL_NOT_FOUND');
  expect(hidden.problem).toMatchObject({
    message: 'There is no tool "get_old".',
    hint: 'The tools are: get_new.',
  });
  expect(unknown.problem?.code).toBe('E_TOOL_NOT_FOUND');
});

it('names no replacement to those who may not see that', async () => {
  const { seal } = await pastSunset();

  expect((await callOld(seal, ['get_new'])).problem).toMatchObject({
    code: 'E_TOOL_SUNSET',
    message: `The tool get_old has been gone since ${SUNSET}.`,
    hint: 'There are no tools.',
  });
});

it.each([
  ['disabled', 'E_TOOL_DISABLED', (catalog: ToolCatalog) => catalog.setEnabled('get_old', false)],
  [
    'in quarantine',
    'E_TOOL_QUARANTINED',
    (catalog: ToolCatalog) => catalog.quarantine('get_old', { reason: 'a secret' }),
  ],
] as const)('is said to be %s, without the reason', async (words, code, change) => {
  const { catalog, seal } = await start();
  await change(catalog);
  const { problem } = await callOld(seal);

  expect(problem).toMatchObject({
    code,
    message: `The tool get_old is ${words}.`,
    hint: 'The tools are: get_new.',
  });
});

it('is said to be nothing when it is not in the catalogue any more', async () => {
  const { catalog, seal } = await start();
  await catalog.remove('get_old');

  expect((await callOld(seal)).problem?.code).toBe('E_TOOL_NOT_FOUND');
});

it('tells the model of a turn that is going on', async () => {
  const { clock, catalog, seal } = await start();
  await catalog.deprecate('get_old', { message: 'It goes.', replacement: 'get_new', sunset: SUNSET });
  const executor = createScriptedModel([
    { calls: [{ tool: 'get_old', args: {} }] },
    { calls: [{ tool: 'get_old', args: {} }] },
    'done',
  ]);
  const dispatchOutput = [
    async (_ctx: unknown, next: () => Promise<void>) => {
      await next();
      await clock.advance(DAY_MS);
    },
  ];
  const runner = createTurnRunner({ executor, tools: seal, pipelines: { dispatchOutput } });
  const { records } = await runner.run('go');

  expect(records.map(({ status, problem }) => problem?.code ?? status)).toEqual(['ok', 'E_TOOL_SUNSET']);
});

it('says nothing of a tool that the turn has taken out', async () => {
  const { catalog, seal } = await start();
  const executor = createScriptedModel([{ calls: [{ tool: 'get_old', args: {} }] }, 'done']);
  const turnInput: Middleware<TurnContext>[] = [
    async (ctx, next) => {
      ctx.tools.unregister('get_old');
      await catalog.setEnabled('get_old', false);
      await next();
    },
  ];
  const runner = createTurnRunner({ executor, tools: seal, pipelines: { turnInput } });

  expect((await runner.run('go')).records[0]?.problem?.code).toBe('E_TOOL_NOT_FOUND');
});

it('is answered in time also when the policy takes for ever', async () => {
  const { catalog, seal } = await start();
  await catalog.setEnabled('get_old', false);
  const clock = createFakeClock();
  const isOld = ({ tool }: { readonly tool: { readonly name: string } }) => tool.name === 'get_old';
  const policy: Policy = (question) => (isOld(question) ? new Promise<never>(() => undefined) : allow());
  const calling = createRuntime({ resolver: seal, policy, clock }).call({
    tool: 'get_old',
    args: {},
    timeoutMs: 100,
  });
  await clock.advance(100);

  expect((await calling).status).toBe('timed_out');
});
