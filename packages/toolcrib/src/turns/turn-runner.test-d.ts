import { describe, expectTypeOf, it } from 'vitest';
import { createToolRegistry, type Tool, ToolRegistry } from '../index.ts';
import type { ModelExecutor, Runtime } from '../runtime/index.ts';
import { createScriptedModel, mockTools } from '../testing/index.ts';
import {
  createTurnRunner,
  type DispatchContext,
  delegateTool,
  type Middleware,
  type TurnContext,
  type TurnEvent,
  type TurnResult,
} from './index.ts';

declare const executor: ModelExecutor;
declare const tool: Tool;
declare const runtime: Runtime;

describe('createTurnRunner', () => {
  it('needs an executor and tools, and nothing else', () => {
    createTurnRunner({ executor, tools: [tool] });
    createTurnRunner({ executor: createScriptedModel([]), tools: [] });
    // @ts-expect-error there is no model to ask
    createTurnRunner({ tools: [tool] });
    // @ts-expect-error tools may be empty, but not left out
    createTurnRunner({ executor });
    // @ts-expect-error no such option
    createTurnRunner({ executor, tools: [tool], maxSteps: 5 });
  });

  it('takes tools from anything that has some', () => {
    createTurnRunner({ executor, tools: new ToolRegistry([tool]) });
    createTurnRunner({ executor, tools: createToolRegistry([tool]) });
    createTurnRunner({ executor, tools: mockTools(createToolRegistry([tool]), {}) });
    createTurnRunner({ executor, tools: async () => createToolRegistry([tool]) });
    // @ts-expect-error a description is no tool
    createTurnRunner({ executor, tools: [tool.describe()] });
  });

  it('takes a runtime or the options of one, without a resolver', () => {
    createTurnRunner({ executor, tools: [], runtime });
    createTurnRunner({ executor, tools: [], runtime: { owner: 'me' } });
    // @ts-expect-error the tools of the turn are what it resolves
    createTurnRunner({ executor, tools: [], runtime: { resolver: createToolRegistry([]) } });
  });
});

describe('middleware', () => {
  it('gets the context of its pipeline', () => {
    createTurnRunner({
      executor,
      tools: [],
      pipelines: {
        turnInput: [
          (ctx, next) => {
            expectTypeOf(ctx).toEqualTypeOf<TurnContext>();
            return next();
          },
        ],
        dispatchOutput: [
          (ctx, next) => {
            expectTypeOf(ctx).toEqualTypeOf<DispatchContext>();
            return next();
          },
        ],
      },
    });
  });

  it('of both contexts fits everywhere, and that of a dispatch only there', () => {
    const everywhere: Middleware<TurnContext | DispatchContext> = (_ctx, next) => next();
    const dispatch: Middleware<DispatchContext> = (_ctx, next) => next();
    createTurnRunner({
      executor,
      tools: [],
      pipelines: { turnInput: [everywhere], dispatchInput: [everywhere, dispatch] },
    });
    // @ts-expect-error a turn has no iteration
    createTurnRunner({ executor, tools: [], pipelines: { turnInput: [dispatch] } });
  });

  it('cannot replace what belongs to the turn, nor make calls', () => {
    const turn = {} as TurnContext;
    const dispatch = {} as DispatchContext;
    turn.system = 'Be brief.';
    turn.text = 'Answer.';
    // @ts-expect-error tools are edited, not replaced
    turn.tools = new ToolRegistry();
    // @ts-expect-error nor are messages
    turn.messages = [];
    // @ts-expect-error records are made by the runtime
    dispatch.turnToolCalls.push();
    // @ts-expect-error a dispatch is acknowledged without a text
    dispatch.ack('Answer.');
    // @ts-expect-error handlers are run by the runner
    dispatch.call;
  });
});

describe('a turn', () => {
  it('has a result and events that can be told apart', () => {
    const runner = createTurnRunner({ executor, tools: [] });
    expectTypeOf(runner.run('Hi.')).resolves.toEqualTypeOf<TurnResult>();
    expectTypeOf(runner.stream('Hi.').result).resolves.toEqualTypeOf<TurnResult>();
    expectTypeOf(runner.stream('Hi.')).toExtend<AsyncIterable<TurnEvent>>();
    const tell = (event: TurnEvent): string => {
      switch (event.type) {
        case 'text':
          return event.text;
        case 'gate-open':
          return event.gateId;
        case 'turn-end':
          return event.status;
        default:
          return event.type;
      }
    };
    expectTypeOf(tell).returns.toEqualTypeOf<string>();
    // @ts-expect-error a conversation is no input
    runner.run({ role: 'user', content: 'Hi.' });
    expectTypeOf(delegateTool({ name: 'helper', description: '', runner })).toExtend<Tool>();
  });
});
