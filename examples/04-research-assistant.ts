/**
 * A research assistant for the terminal: it searches documents, queries a result of several megabytes, hands claims
 * to a fact checker, and asks before it saves a report. It asks the real Anthropic or OpenAI API if a key is in the
 * environment; otherwise a server on this machine follows a script, in the same wire format. Run it with
 * `npm run assistant`. Played as a story, as `npm run demo` does, it checks everything that it shows and fails if anything
 * is not so.
 */
import { type Options, readOptions, usage } from './04-research-assistant/options.ts';
import { runApp } from './04-research-assistant/run-app.ts';

const options = read();
if (options !== undefined) process.exitCode = await runApp(options);

/** Undefined when there is nothing more to do. */
function read(): Options | undefined {
  const isInteractive = process.stdin.isTTY === true && process.stdout.isTTY === true;
  try {
    const read = readOptions({ args: process.argv.slice(2), env: process.env, isInteractive });
    if (read === undefined) console.log(usage);
    return read;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    process.exitCode = 2;
    return undefined;
  }
}
