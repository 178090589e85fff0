import { CommanderError } from 'commander';
import type { CliIo } from './cli-io.ts';
import { printError } from './output/print-error.ts';
import { createProgram } from './program.ts';

/** What somebody sees who only wants to know what this is. */
const WELCOME = `Toolcrib: one catalogue of tools for many agents.

  toolcrib serve                  start a service here: HTTP, MCP, example tools, two keys
  toolcrib list                   the tools that you may call
  toolcrib call <tool> key=value  call one

toolcrib --help shows everything else.
`;

/** As shells have it for a program that was interrupted. */
const INTERRUPTED = 130;

/** Runs a command line, without the name of the program, and answers the exit code. It never throws. */
export async function run(argv: readonly string[], io: CliIo, version = '0.0.0'): Promise<number> {
  if (argv.length === 0) {
    await io.stdout.write(WELCOME);
    return 0;
  }
  const exit = { code: 0 };
  const onExit = (code: number): void => {
    exit.code = code;
  };
  const program = createProgram({ io, version, onExit });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exit.code;
  } catch (error) {
    // Commander has printed its own; help and the version are thrown too.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (io.signal.aborted) return INTERRUPTED;
    const isJson = argv.includes('--json');
    return printError(error, { ...io, isJson, isVerbose: argv.includes('--verbose') });
  }
}
