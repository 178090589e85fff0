import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './repository.ts';

/** How a command ended. */
export interface CommandResult {
  readonly code: number;
  /** Standard output and standard error, in the order they came, without colours. */
  readonly output: string;
  readonly stdout: string;
}

/** Where and how to run a command. */
export interface CommandOptions {
  /** @default the repository's root */
  readonly cwd?: string;
  /** Whether `stdout` keeps its colours. @default false */
  readonly color?: boolean;
  /** After how long the command and all that it started are killed. @default never */
  readonly timeoutMs?: number;
}

/** Runs a command with the repository's tools first in PATH and collects its output. Never rejects. */
export function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, PATH: toolPath(), ...(options.color ? color : noColor) },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own can be killed as a whole.
      detached: options.timeoutMs !== undefined,
    });
    const timer =
      options.timeoutMs === undefined ? undefined : setTimeout(killGroup, options.timeoutMs, child.pid);
    let output = '';
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.on('error', (error) => {
      clearTimeout(timer);
      resolve({ code: 127, output: `${command}: ${error.message}\n`, stdout });
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({
        code: code ?? 1,
        output: stripVTControlCharacters(signal === null ? output : `${output}ended by ${signal}\n`),
        stdout,
      });
    });
  });
}

/** Like {@link runCommand}, but throws when the command fails, with all of its output as the message. */
export async function runOrThrow(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const result = await runCommand(command, args, options);
  if (result.code === 0) return result;
  throw new Error(`${command} ${args.join(' ')} ended with code ${result.code}\n${result.output.trimEnd()}`);
}

function killGroup(pid: number | undefined): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}

const color = { NO_COLOR: undefined, FORCE_COLOR: '1' };
const noColor = { NO_COLOR: '1', FORCE_COLOR: undefined };

function toolPath(): string {
  return [join(root, 'node_modules/.bin'), process.env.PATH ?? ''].join(delimiter);
}
