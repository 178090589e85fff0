import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { GateChildOptions, GateCommand } from './gate-child.ts';
import { startChild } from './run-child.ts';

/** A process that answers each line with one. */
export interface TalkingChild<Command> {
  /** Tells it what to do, and gives its answer. One at a time. */
  tell(command: Command): Promise<unknown>;
  /** Sends it a signal. */
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
  /** Kills it if it is still there, and waits for its end. */
  end(): Promise<void>;
}

/** The process of `gate-child.ts`. */
export type GateChild = TalkingChild<GateCommand>;

/** Starts the bundled `gate-child.ts`. */
export function startGateChild(script: string, options: GateChildOptions): GateChild {
  return startTalkingChild(script, options);
}

/** Starts a bundled script that reads commands as lines of JSON, and answers each with such a line. */
export function startTalkingChild<Command>(script: string, options: unknown): TalkingChild<Command> {
  const { process: child, ended } = startChild(script, options);
  if (child.stdin === null || child.stdout === null) throw new Error('The process has no pipes.');
  const { stdin } = child;
  // What is written to a process that was killed is lost, as it should be.
  stdin.on('error', () => undefined);
  const lines = createInterface({ input: child.stdout });
  return {
    tell: async (command) => {
      const answer = once(lines, 'line');
      stdin.write(`${JSON.stringify(command)}\n`);
      const died = ended.then(({ output }) => Promise.reject(new Error(`The process ended.\n${output}`)));
      const [line] = await Promise.race([answer, died]);
      return JSON.parse(line);
    },
    signal: (name) => child.kill(name),
    end: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
