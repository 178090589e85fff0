import { type Command, Option } from 'commander';

/** Options that every command has. */
export interface GlobalOptions {
  readonly url?: string;
  readonly key?: string;
  readonly tenant: string;
  readonly data?: string;
  readonly tools?: readonly string[];
  readonly examples: boolean;
  readonly files?: string;
  readonly json?: boolean;
  readonly verbose?: boolean;
}

export const DEFAULT_DATA_FOLDER = 'toolcrib-data';

/** Adds them to the program; commands show them at the end of their help. */
export function addGlobalOptions(program: Command, env: Readonly<Record<string, string | undefined>>): void {
  program
    .addOption(
      new Option(
        '--url <address>',
        'a service, such as http://127.0.0.1:7420 (TOOLCRIB_URL); otherwise the local database',
      ),
    )
    .addOption(
      new Option('--key <key>', 'the API key for --url (better in TOOLCRIB_KEY, where no one else sees it)'),
    )
    .addOption(
      new Option('--tenant <name>', 'whose tools (TOOLCRIB_TENANT)').default(
        env.TOOLCRIB_TENANT || 'default',
      ),
    )
    .addOption(
      new Option(
        '--data <folder>',
        `the folder of the local database (TOOLCRIB_DATA); DATABASE_URL for PostgreSQL instead`,
      ),
    )
    .addOption(
      new Option('--tools <file>', 'a module with tools of your own; may be repeated').argParser(collect),
    )
    .addOption(new Option('--no-examples', 'leave the example tools out'))
    .addOption(
      new Option(
        '--files <folder>',
        'the folder that the example tools see, apart from --data; the same here as for the service',
      ),
    )
    .addOption(new Option('--json', 'print JSON as the API gives it'))
    .addOption(new Option('--verbose', 'show where an error comes from'));
}

/** For options that may be given several times. */
export function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}
