import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type Tool, ToolcribError } from 'toolcrib';
import type { RunningService } from '../../service/create-service.ts';
import type { LocalOptions } from '../cli-io.ts';
import { DATABASE_FILE } from './database-file.ts';

/** A service in this process, on the local database. It listens nowhere. */
export interface LocalService {
  readonly running: RunningService;
  /** For people. */
  readonly place: string;
  close(): Promise<void>;
}

/** How a local service is opened. */
export interface OpenOptions {
  /** Tenants that the tools are published to; they are created if need be. */
  readonly publishTo: readonly string[];
  /** Whether a database that is not there is made, rather than missed. */
  readonly isCreated: boolean;
}

/**
 * Opens the service that the local commands speak to. Modules are loaded only here: most of the command line, and its help,
 * needs neither database nor service.
 *
 * @throws ToolcribError `E_INVALID_OPTION` if there is no database, or the folder for the example tools is none for them, `E_STORE_…` if it cannot be used.
 */
export async function openLocalService(local: LocalOptions, options: OpenOptions): Promise<LocalService> {
  const { dataFolder, databaseUrl } = local;
  if (databaseUrl === undefined && !options.isCreated) await requireDatabase(dataFolder);
  const { openServiceDatabase } = await import('../../store/open-service-database.ts');
  const { createService } = await import('../../service/create-service.ts');
  const tools = await collectTools(local);
  const database = await openServiceDatabase(databaseUrl === undefined ? { dataFolder } : { databaseUrl });
  try {
    // Whoever has the database may do everything in it anyway; a second person would be a formality.
    const running = await createService({
      database,
      tools,
      publishTo: options.publishTo,
      updatesOtherTenants: false,
      allowSelfApproval: true,
      // A command that is over in a moment has no time for calls of others.
      recoversCalls: options.isCreated,
    });
    return {
      running,
      place: database.place,
      async close() {
        await running.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function collectTools(local: LocalOptions): Promise<readonly Tool[]> {
  const { joinTools, loadTools } = await import('../../serve/load-tools.ts');
  const examples = local.withExamples ? await makeExamples(local) : [];
  return joinTools([{ source: 'the examples', tools: examples }, ...(await loadTools(local.toolModules))]);
}

async function makeExamples({
  dataFolder,
  databaseUrl,
  filesFolder,
}: LocalOptions): Promise<readonly Tool[]> {
  const { exampleTools } = await import('../../example-tools/example-tools.ts');
  const { assertFilesFolder } = await import('../../serve/assert-files-folder.ts');
  const folder = filesFolder ?? join(dataFolder, 'files');
  await assertFilesFolder({
    ...{ dataFolder, databaseUrl },
    files: { folder, isGiven: filesFolder !== undefined },
  });
  return exampleTools({ folder });
}

async function requireDatabase(folder: string): Promise<void> {
  try {
    await access(join(folder, DATABASE_FILE));
  } catch (error) {
    const message = `There is no database in ${folder}. Start a service there with \`toolcrib serve\`, or say where one is with --data or --url.`;
    throw new ToolcribError('E_INVALID_OPTION', message, { cause: error, context: { folder } });
  }
}
