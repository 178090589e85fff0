import { type Command, InvalidArgumentError } from 'commander';
import { ToolcribError } from 'toolcrib';
import type { CliSession } from './session.ts';

/** What was typed for one command. */
export interface CommandInput<Options = Readonly<Record<string, unknown>>> {
  readonly args: readonly string[];
  readonly options: Options;
}

/** What a command does. It answers the exit code, or nothing if all went well. */
export type CommandWork<Options> = (
  session: CliSession,
  input: CommandInput<Options>,
) => Promise<number | undefined>;

/** Gives a command its work: opens a session for it, closes that, and keeps the exit code. */
export type BindWork = <Options>(command: Command, work: CommandWork<Options>) => void;

/** Adds a command to the program. */
export type AddCommand = (program: Command, bind: BindWork) => void;

/** Adds the command of a group that is meant if none is named. Then what is no command looks like an argument of it. */
export function addDefault(group: Command, name: string): Command {
  return group.command(name, { isDefault: true }).allowExcessArguments();
}

/** @throws ToolcribError `E_INVALID_OPTION` for a word after a command that takes none: it was to be a command. */
export function refuseExcess(command: Command): void {
  const [word] = command.args;
  if (word === undefined || command.registeredArguments.length > 0 || command.parent === null) return;
  const names = command.parent.commands.map((sibling) => sibling.name()).join(', ');
  throw new ToolcribError(
    'E_INVALID_OPTION',
    `There is no command "${command.parent.name()} ${word}"; there are ${names}.`,
  );
}

/** Puts examples at the end of the help of a command. */
export function addExamples(command: Command, ...examples: readonly string[]): Command {
  return command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  $ ${line}`).join('\n')}`);
}

/** Both included. */
interface CountLimits {
  readonly min: number;
  readonly max: number;
}

/** Reads the value of an option that is a whole number within limits. */
export function toCountIn({ min, max }: CountLimits): (text: string) => number {
  return (text) => {
    const count = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (count >= min && count <= max) return count;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

/** Reads the value of an option that is a whole number, where any serious one will do. */
export const toCount = toCountIn({ min: 1, max: 999_999_999 });

/** How many of something, with its noun. */
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}

/** The first line of a text, for a cell of a table. */
export function firstLine(text: string): string {
  const line = text.trimStart();
  const end = line.search(/[\r\n]/);
  return end === -1 ? line : line.slice(0, end);
}
