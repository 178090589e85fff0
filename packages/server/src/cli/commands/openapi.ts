import { type AddCommand, addExamples } from '../command-kit.ts';

export const addOpenapiCommand: AddCommand = (program, bind) => {
  const command = program.command('openapi').description('print the OpenAPI 3.1 document of the HTTP API');
  addExamples(command, 'toolcrib openapi > openapi.json');
  bind(command, async ({ out, connect }) => {
    const client = await connect();
    await out.json(await client.ask('GET', '/openapi.json'));
    return undefined;
  });
};
