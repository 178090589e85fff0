import { type Tool, ToolRegistry } from '../../packages/toolcrib/src/index.ts';
import type { SeededRandom } from '../../packages/toolcrib/src/testing/index.ts';
import type { DispatchContext, TurnContext } from '../../packages/toolcrib/src/turns/index.ts';
import { tool } from '../runtime.ts';

/** What one turn does to itself, and what it therefore has to see. */
export interface CanaryTurn {
  readonly canary: string;
  readonly random: SeededRandom;
  /** The names that the model has to be shown from now on. */
  readonly visible: Set<string>;
  /** The names that can be called. */
  readonly callable: Set<string>;
  /** How the calls that it makes have to end. */
  expected: readonly string[];
  system: string;
  edits: number;
}

/** The names of the tools that every turn starts with. */
export const baseNames: readonly string[] = Array.from({ length: 8 }, (_, index) => `base_${index}`);

export function baseTool(name: string): Tool {
  return tool(name, () => `baseline ${name}`, { effect: 'read' });
}

export function startCanaryTurn(canary: string, random: SeededRandom): CanaryTurn {
  const names = new Set(baseNames);
  return { canary, random, visible: new Set(names), callable: names, expected: [], system: canary, edits: 0 };
}

/** Edits the turn in a random way. Whatever is added has the canary in it. */
export function editAtRandom(ctx: TurnContext | DispatchContext, turn: CanaryTurn): void {
  const { random, visible, callable, canary } = turn;
  turn.edits += 1;
  const pick = () => baseNames[Math.floor(random.number() * baseNames.length)] as string;
  const add = (ephemeral: boolean) => {
    const name = `${canary}_${turn.edits}`;
    visible.add(name);
    callable.add(name);
    return tool(name, () => `${canary} ran`, { ephemeral, effect: 'read' });
  };
  switch (Math.floor(random.number() * 8)) {
    case 0:
      ctx.tools.register(add(false));
      return;
    case 1:
      ctx.tools.register(add(true));
      return;
    case 2:
      ctx.mergeTools(new ToolRegistry([add(random.number() < 0.5)]));
      return;
    case 3: {
      const name = pick();
      ctx.tools.unregister(name);
      visible.delete(name);
      callable.delete(name);
      return;
    }
    case 4: {
      const name = pick();
      if (!callable.has(name)) return;
      ctx.tools.hide(name);
      visible.delete(name);
      return;
    }
    case 5: {
      const name = pick();
      if (!callable.has(name)) return;
      ctx.tools.register(
        tool(name, () => `${canary} ran`, { effect: 'read' }),
        true,
      );
      return;
    }
    case 6:
      turn.system += ` ${canary}`;
      ctx.system = turn.system;
      return;
    default:
      ctx.messages.unshift({ role: 'user', content: `${canary} says hello` });
  }
}
