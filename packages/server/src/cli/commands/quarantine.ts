import { type AddCommand, addExamples } from '../command-kit.ts';
import { toVisibleLine } from '../output/visible.ts';

export const addQuarantineCommand: AddCommand = (program, bind) => {
  const command = program
    .command('quarantine')
    .description('let nobody use tools, in any version that they have or will get, until they are released')
    .argument('<tools...>')
    .requiredOption('--reason <text>', 'why; whoever calls one reads it, and it is recorded');
  addExamples(command, 'toolcrib quarantine fetch_page --reason "leaks what it reads"');
  bind<{ readonly reason: string }>(
    command,
    async ({ out, path, connect }, { args, options: { reason } }) => {
      const client = await connect();
      for (const tool of args) {
        const answer = await client.ask('POST', path('catalog', 'tools', tool, 'quarantine'), {
          body: { reason },
        });
        if (out.isJson) await out.jsonLine(answer);
        else
          await out.text(
            `${toVisibleLine(tool)} is in quarantine${answer.registration === null ? NO_TOOL : ''}.`,
          );
      }
      return undefined;
    },
  );
};

/** A name can be misspelt, or be that of a tool which is still to come. */
const NO_TOOL = '; there is no tool of that name yet';

export const addReleaseCommand: AddCommand = (program, bind) => {
  const command = program
    .command('release')
    .description('end the quarantine of tools')
    .argument('<tools...>')
    .option('--reason <text>', 'why; it is recorded');
  addExamples(command, 'toolcrib release fetch_page --reason "corrected in 1.1.0"');
  bind<{ readonly reason?: string }>(
    command,
    async ({ out, path, connect }, { args, options: { reason } }) => {
      const client = await connect();
      const body = reason === undefined ? {} : { reason };
      for (const tool of args) {
        const answer = await client.ask('POST', path('catalog', 'tools', tool, 'release'), { body });
        if (out.isJson) await out.jsonLine(answer);
        else await out.text(`${toVisibleLine(tool)} is released.`);
      }
      return undefined;
    },
  );
};
