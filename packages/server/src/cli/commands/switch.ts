import { type AddCommand, addExamples } from '../command-kit.ts';
import { toVisibleLine } from '../output/visible.ts';

type SwitchOptions = { readonly reason?: string };

export const addEnableCommand: AddCommand = (program, bind) => addSwitch(program, bind, 'enable');
export const addDisableCommand: AddCommand = (program, bind) => addSwitch(program, bind, 'disable');

function addSwitch(
  program: Parameters<AddCommand>[0],
  bind: Parameters<AddCommand>[1],
  verb: 'enable' | 'disable',
): void {
  const what = verb === 'enable' ? 'switch tools on again' : 'switch tools off, everywhere and at once';
  const command = program
    .command(verb)
    .description(what)
    .argument('<tools...>')
    .option('--reason <text>', 'why; it is recorded');
  addExamples(
    command,
    `toolcrib ${verb} delete_note`,
    `toolcrib ${verb} write_note delete_note --reason "under review"`,
  );
  bind<SwitchOptions>(command, async ({ out, path, connect }, { args, options }) => {
    const client = await connect();
    const body = options.reason === undefined ? {} : { reason: options.reason };
    for (const tool of args) {
      const answer = await client.ask('POST', path('catalog', 'tools', tool, verb), { body });
      if (out.isJson) await out.jsonLine(answer);
      else await out.text(`${toVisibleLine(tool)} is ${verb}d.`);
    }
    return undefined;
  });
}
