import { type Command, InvalidArgumentError, type Option } from 'commander';

/** Of these an empty text means something. */
const mayBeEmpty: ReadonlySet<string> = new Set(['title', 'reason', 'prefix']);

/** Refuses an empty value, such as of a script whose variable is empty, for every option of a program and its commands. */
export function refuseEmptyOptions(command: Command): void {
  for (const option of command.options) {
    if (option.required && !mayBeEmpty.has(option.name())) refuseEmpty(option);
  }
  for (const each of command.commands) refuseEmptyOptions(each);
}

function refuseEmpty(option: Option): void {
  const { parseArg } = option;
  option.argParser((value: string, before: unknown) => {
    if (value.trim() === '')
      throw new InvalidArgumentError('It is empty. Give a value, or leave the option out.');
    return parseArg === undefined ? value : parseArg(value, before);
  });
}
