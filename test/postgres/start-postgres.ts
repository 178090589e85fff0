import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findBinaries } from './find-binaries.ts';
import { createServerFolder, type ServerFolder } from './server-folder.ts';

/** How to start a server. */
export interface PostgresOptions {
  /** Whether a commit waits for the disk. Off is faster, where durability is not what is tested. @default true */
  readonly fsync?: boolean;
}

/** A server that runs. */
export interface RunningPostgres {
  /** For `connectionString` of `pg`, with a user who may create databases. */
  readonly url: string;
  /** Ends the server and removes all that it wrote. */
  stop(): Promise<void>;
  /** For a server that this process may do with as it likes: not one that others have started. */
  readonly power?: PostgresPower;
}

/** What can happen to a server. */
export interface PostgresPower {
  /** Ends the server as a power failure would: nothing is written down first. Its data stays. */
  cut(): Promise<void>;
  /** Starts it again after that, and waits until it accepts connections. */
  restore(): Promise<void>;
}

const READY = 'ready to accept connections';

/** What to tell whoever has no PostgreSQL for the tests. */
export const POSTGRES_HINT =
  'there is no PostgreSQL for the tests on this platform; set TEST_PG_URL to one whose user may create databases';

/**
 * Starts a real PostgreSQL with an empty database, reached by a socket in a temporary folder; about a
 * second. With `TEST_PG_URL` set it starts nothing and gives that. Undefined where there are no binaries.
 *
 * The server also ends, and its folder goes, when this process dies in whatever way.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<RunningPostgres | undefined> {
  const givenUrl = process.env.TEST_PG_URL;
  if (givenUrl) return { url: givenUrl, stop: async () => undefined };
  const binaries = findBinaries();
  if (binaries === undefined) return undefined;
  const folder = await createServerFolder(binaries);
  try {
    await initialise(folder);
    return await serve(folder, options);
  } catch (error) {
    await rm(folder.path, { recursive: true, force: true });
    throw error;
  }
}

/** The collation is one that does not sort by code unit, so that a query that forgets to say so is found. */
async function initialise(folder: ServerFolder): Promise<void> {
  const child = launch(folder, 'keep', [
    join(folder.binaries, 'bin/initdb'),
    '--pgdata=data',
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=icu',
    '--icu-locale=en-US',
    '--no-sync',
  ]);
  const log = collectOutput(child);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`initdb ended with code ${code}.\n${log()}`);
}

async function serve(folder: ServerFolder, { fsync = true }: PostgresOptions): Promise<RunningPostgres> {
  const child = launch(folder, 'remove', [
    join(folder.binaries, 'bin/postgres'),
    ...['-D', join(folder.path, 'data')],
    ...['-k', folder.path],
    ...['-c', 'listen_addresses='],
    ...['-c', `fsync=${fsync ? 'on' : 'off'}`],
  ]);
  const closed = once(child, 'close');
  const log = collectOutput(child);
  const waitFor = async (words: string): Promise<void> => {
    const isSeen = await Promise.race([seen(child, words), closed.then(() => false)]);
    if (!isSeen) throw new Error(`PostgreSQL ended before it was ${words}.\n${log()}`);
  };
  const write = async (line: string, words: string): Promise<void> => {
    const done = waitFor(words);
    child.stdin.write(`${line}\n`);
    await done;
  };
  await waitFor(READY);
  return {
    url: `postgres://postgres@${encodeURIComponent(folder.path)}/postgres`,
    stop: async () => {
      child.stdin.end();
      await closed;
    },
    power: {
      cut: () => write('cut', 'without power'),
      restore: () => write('restore', READY),
    },
  };
}

/**
 * Runs a command, interrupts it when standard input is closed, and removes the folder when the command
 * failed or is told to. Standard input is a pipe from this process, which the system closes when the
 * process dies. A line ends the command at once, and the next one runs it again.
 */
const supervisor = `
exec 3<&0
while :
do
  "$@" &
  command=$!
  (if read -r line <&3; then : >"$FOLDER/cut"; kill -QUIT "$command"; else kill -INT "$command"; fi) 2>/dev/null &
  watcher=$!
  wait "$command"
  code=$?
  kill "$watcher" 2>/dev/null
  if [ ! -e "$FOLDER/cut" ]; then break; fi
  rm "$FOLDER/cut"
  echo 'without power' >&2
  if ! read -r line <&3; then break; fi
done
cd /
if [ "$code" != 0 ] || [ "$IN_THE_END" = remove ]; then rm -rf "$FOLDER"; fi
exit "$code"
`;

function launch(
  { path, user }: ServerFolder,
  inTheEnd: 'keep' | 'remove',
  command: readonly string[],
): ChildProcessWithoutNullStreams {
  return spawn('/bin/sh', ['-c', supervisor, 'supervisor', ...command], {
    ...user,
    cwd: path,
    env: { PATH: process.env.PATH, LC_ALL: 'C', FOLDER: path, IN_THE_END: inTheEnd },
    // Ctrl-C in a terminal reaches it through its pipe only.
    detached: true,
  });
}

/** Reads all output, without which the child would block, and gives the end of it. */
function collectOutput(child: ChildProcessWithoutNullStreams): () => string {
  let text = '';
  const add = (chunk: Buffer): void => {
    text = `${text}${chunk.toString()}`.slice(-10_000);
  };
  child.stdout.on('data', add);
  child.stderr.on('data', add);
  return () => text;
}

function seen(child: ChildProcessWithoutNullStreams, words: string): Promise<true> {
  return new Promise((resolve) => {
    let text = '';
    const look = (chunk: Buffer): void => {
      text += chunk.toString();
      if (!text.includes(words)) return;
      child.stderr.off('data', look);
      resolve(true);
    };
    child.stderr.on('data', look);
  });
}
