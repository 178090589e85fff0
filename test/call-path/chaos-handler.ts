import type { ToolContext } from '../../packages/toolcrib/src/core/tool-context.ts';
import type { ToolEffect } from '../../packages/toolcrib/src/core/tool-options.ts';
import type { Behaviour, PlannedCall } from './chaos-plan.ts';
import { oddProgress, results, thrown } from './chaos-values.ts';
import type { ChaosWorld } from './chaos-world.ts';

/** One run of a handler. */
interface Run {
  readonly world: ChaosWorld;
  readonly behaviour: Behaviour;
  readonly n: number;
  readonly ctx: ToolContext;
  readonly effect: ToolEffect;
}

/** How a handler of chaos is made. */
export interface ChaosHandlerOptions {
  readonly effect: ToolEffect;
  /** Whether it comes to its end even where the plan says that it does not. */
  readonly alwaysEnds?: boolean;
}

const endlessEnds: readonly Behaviour['end'][] = [
  'never',
  'stop on abort',
  'linger after abort',
  'thenable that never calls',
];

/** A handler that does whatever the plan says for its arguments. */
export function chaosHandler(world: ChaosWorld, { effect, alwaysEnds = false }: ChaosHandlerOptions) {
  return (args: unknown, ctx: ToolContext): never => {
    const { n } = args as { readonly n: number };
    // Texts that were changed on their way may ask for more than is planned.
    const planned = world.plan.behaviours[n % world.plan.behaviours.length] as Behaviour;
    const isEndless = alwaysEnds && endlessEnds.includes(planned.end);
    const behaviour: Behaviour = isEndless ? { ...planned, end: 'return later' } : planned;
    world.runs.push(ctx.invocationId);
    const run: Run = { world, behaviour, n, ctx, effect };
    // `never` fits the type of any result; what comes is as wrong as it can be.
    return begin(run) as never;
  };
}

function begin(run: Run): unknown {
  const { behaviour, ctx, world, n } = run;
  // A handler may send anything for its progress.
  for (const index of behaviour.progress) {
    try {
      ctx.reportProgress(oddProgress[index] as object);
    } catch {
      world.failedReports++;
    }
  }
  if (behaviour.lingers) world.clock.setTimer(() => linger(run), behaviour.afterMs + 1);
  if (behaviour.abortsCaller) world.controllers[n % world.controllers.length]?.abort('by the handler');
  return behaviour.gates === 'none' && behaviour.nested === 'none' ? end(run) : goOn(run);
}

/** Uses its context at a time when its call may have ended. */
function linger({ ctx }: Run): void {
  ctx.reportProgress({ message: 'still here' });
  ctx.waitFor({ name: 'late', prompt: 'Too late?' }).catch(() => undefined);
}

async function goOn(run: Run): Promise<unknown> {
  await nest(run);
  await passGates(run);
  return end(run);
}

async function nest({ behaviour, world, n, ctx }: Run): Promise<void> {
  if (behaviour.nested === 'none' || !world.mayNest()) return;
  const inner: PlannedCall = {
    tool: 'read',
    n: (n + 1) % world.plan.behaviours.length,
    args: 'text',
    position: 0,
    hasSignal: false,
    timeoutMs: 200,
    key: undefined,
    caller: 0,
  };
  switch (behaviour.nested) {
    case 'call':
      await world.call({ ...inner, tool: 'write' });
      return;
    case 'same key':
      // It may be the key of the very call that waits for it.
      await world.call({
        ...inner,
        tool: 'write',
        n,
        key: 'k1',
        caller: ctx.caller.tenant === 'acme' ? 1 : 0,
      });
      return;
    case 'all':
      await world.callAll([inner, { ...inner, tool: 'write' }, inner]);
      return;
  }
}

async function passGates({ behaviour, ctx }: Run): Promise<void> {
  const question = { name: 'question', prompt: 'Shall I?' };
  switch (behaviour.gates) {
    case 'none':
      return;
    case 'one':
      await ctx.waitFor(question);
      return;
    case 'two':
      await Promise.all([
        ctx.waitFor(question),
        ctx.waitFor({ ...question, name: 'second', timeoutMs: 300 }),
      ]);
      return;
    case 'with value':
      await ctx.waitFor({ ...question, schema: { type: 'integer' }, details: { why: 'chaos' } });
      return;
    case 'caught':
      await ctx.waitFor(question).catch(() => undefined);
      return;
    case 'forgotten':
      void ctx.waitFor({ ...question, timeoutMs: 20_000 });
      return;
    case 'invalid':
      await ctx.waitFor({ name: '', prompt: 'Shall I?' });
      return;
  }
}

/** Changes the world where the tool does that at all, and comes to the end of the handler. */
function end(run: Run): unknown {
  const { behaviour, ctx, world } = run;
  const give = () => {
    takeEffect(run);
    return results[behaviour.result]?.();
  };
  const fail = () => {
    takeEffect(run);
    return thrown[behaviour.thrown]?.();
  };
  const wait = (): Promise<void> =>
    new Promise((resolve) => {
      world.clock.setTimer(resolve, behaviour.afterMs);
    });
  const whenAborted = (): Promise<void> =>
    new Promise((resolve) => {
      if (ctx.signal.aborted) resolve();
      else ctx.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  switch (behaviour.end) {
    case 'return':
      return give();
    case 'throw':
      throw fail();
    case 'return later':
      return wait().then(give);
    case 'reject':
      return Promise.reject(fail());
    case 'reject later':
      return wait().then(() => Promise.reject(fail()));
    case 'never':
      return new Promise(() => undefined);
    case 'stop on abort':
      return whenAborted().then(() => Promise.reject(ctx.signal.reason));
    case 'linger after abort':
      return whenAborted().then(wait).then(give);
    case 'thenable':
      return thenable((resolve) => resolve(give()));
    case 'thenable that calls twice':
      return thenable((resolve, reject) => {
        resolve(give());
        resolve('again');
        reject(new Error('again'));
      });
    case 'thenable that throws':
      return thenable(() => {
        throw fail();
      });
    case 'thenable that never calls':
      return thenable(() => undefined);
    case 'thenable with a throwing getter':
      return Object.defineProperty({}, 'then', {
        get: () => {
          throw fail();
        },
      });
    case 'promise with a throwing then':
      return withThen(Promise.resolve('fine'), () => {
        throw fail();
      });
    case 'promise whose then calls twice':
      return withThen(Promise.resolve('fine'), (resolve) => {
        resolve(give());
        resolve('again');
      });
  }
}

type Then = (resolve: (value: unknown) => void, reject: (error: unknown) => void) => void;

const thenable = (then: Then): object => ({ then });

function withThen(promise: Promise<unknown>, then: Then): Promise<unknown> {
  return Object.defineProperty(promise, 'then', { value: then });
}

function takeEffect({ world, ctx, effect }: Run): void {
  if (effect !== 'read') world.effects.push(ctx.invocationId);
}
