import { ToolcribError } from 'toolcrib';
import { type AddCommand, addExamples } from '../command-kit.ts';
import { chooseUrl, noteIgnoredFolder, toLocalOptions } from '../session.ts';

export const addMcpCommand: AddCommand = (program, bind) => {
  const command = program
    .command('mcp')
    .description('serve the local tools to one MCP client over standard input and output')
    .option('--toolset <name>', 'only the tools of a toolset');
  addExamples(
    command,
    'claude mcp add toolcrib -- toolcrib mcp',
    'toolcrib mcp --tools ./my-tools.ts --toolset support-agent',
  );
  bind<{ readonly toolset?: string }>(command, async ({ io, out, options: common, tenant }, { options }) => {
    const url = chooseUrl(io, common);
    if (url !== undefined) {
      throw new ToolcribError(
        'E_INVALID_OPTION',
        `A service speaks MCP itself: connect the client to ${url.replace(/\/$/, '')}/mcp/${tenant}, with the key as a bearer token.`,
      );
    }
    noteIgnoredFolder(io, common, out);
    await io.serveMcp({ ...toLocalOptions(io, common), tenant, toolset: options.toolset });
    return undefined;
  });
};
