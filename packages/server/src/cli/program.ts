import { Command } from 'commander';
import { ToolcribError } from 'toolcrib';
import type { CliIo } from './cli-io.ts';
import { type BindWork, type CommandWork, refuseExcess } from './command-kit.ts';
import { addCommands, LAST_GROUP } from './commands/add-commands.ts';
import { addGlobalOptions, type GlobalOptions } from './global-options.ts';
import { createStyle } from './output/style.ts';
import { toVisibleLine } from './output/visible.ts';
import { refuseEmptyOptions } from './refuse-empty-options.ts';
import { createSession } from './session.ts';

/** What `createProgram` needs. */
export interface ProgramOptions {
  readonly io: CliIo;
  readonly version: string;
  /** Told the exit code of a command that has run. */
  readonly onExit: (code: number) => void;
}

/** The command line, ready to parse. It prints through `io` and never ends the process. */
export function createProgram({ io, version, onExit }: ProgramOptions): Command {
  const program = new Command('toolcrib');
  program
    .description('One catalogue of tools for many agents, over HTTP and MCP.')
    .usage('[command] [options]')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true, styleTitle: createStyle(io.stdout, io.env).bold })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      outputError: (text, write) => write(toUsageError(text, io)),
      getOutHelpWidth: () => io.stdout.columns ?? 100,
      getErrHelpWidth: () => io.stderr.columns ?? 100,
      getOutHasColors: () => true,
      getErrHasColors: () => true,
    });
  addGlobalOptions(program, io.env);
  addCommands(program, createBind(io, onExit));
  addHelpCommand(program);
  refuseEmptyOptions(program);
  return program;
}

/** Commander's own prints the help of the first word only: that of `keys` for `help keys create`. */
function addHelpCommand(program: Command): void {
  program
    .command('help')
    .argument('[command...]')
    .description('print help for a command')
    .helpGroup(LAST_GROUP)
    .action((words: readonly string[]) => {
      let found = program;
      for (const word of words) {
        const next = found.commands.find((command) => command.name() === word);
        if (next === undefined) throw noCommand(found, word);
        found = next;
      }
      found.outputHelp();
    });
}

function noCommand(parent: Command, word: string): ToolcribError {
  const names = parent.commands.map((command) => command.name()).join(', ');
  const message =
    names === ''
      ? `The command "${nameOf(parent)}" has no commands of its own, such as "${word}".`
      : `There is no command "${nameOf(parent)} ${word}"; there are ${names}.`;
  return new ToolcribError('E_INVALID_OPTION', message);
}

/** As it is typed, after the name of the program. */
function nameOf(command: Command): string {
  const { parent } = command;
  return parent === null || parent.parent === null ? command.name() : `${nameOf(parent)} ${command.name()}`;
}

function createBind(io: CliIo, onExit: (code: number) => void): BindWork {
  return <Options>(command: Command, work: CommandWork<Options>): void => {
    command.action(async () => {
      refuseExcess(command);
      const session = createSession(io, command.optsWithGlobals<GlobalOptions>());
      try {
        const code = await work(session, {
          args: command.args,
          options: readOptions<Options>(command),
        });
        onExit(code ?? 0);
      } finally {
        await session.close();
      }
    });
  };
}

function readOptions<Options>(command: Command): Options {
  // Commander has put there what the command declared, and nothing else.
  return command.opts() as Options;
}

const MISSING = 'The same with --help shows what it takes.';

/** In the form that all errors have. */
function toUsageError(text: string, io: CliIo): string {
  const [first = '', ...given] = text
    .trim()
    .replace(/^error: /, '')
    .split('\n');
  const rest = first.startsWith('missing required argument') ? [...given, MISSING] : given;
  const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1)}`;
  const style = createStyle(io.stderr, io.env);
  const more = rest.map((line) => style.dim(`hint: ${toVisibleLine(line.replace(/^\((.*)\)$/, '$1'))}`));
  return `${[`${style.bad('error')} E_INVALID_OPTION: ${toVisibleLine(sentence)}`, ...more].join('\n')}\n`;
}
