import { defineTool } from '../../core/define-tool.ts';
import { ConfigError } from '../../core/errors.ts';
import type { InputSchema, OutputSchema } from '../../core/schema/tool-schema.ts';
import { createToolRegistry, type SealedToolRegistry } from '../../core/sealed-tool-registry.ts';
import type { Tool } from '../../core/tool.ts';
import { createRuntime, type Runtime } from '../../runtime/runtime.ts';
import type { RuntimeOptions } from '../../runtime/runtime-options.ts';
import { createFakeClock } from '../fake-clock.ts';
import type { TortureObservation, TortureScenario, TortureSubject, TortureTool } from './torture-subject.ts';

/**
 * This library as a subject of the torture tests, on a clock that the subject moves itself. Without options
 * it is the library as it comes; with some, it shows whether they keep what the defaults promise.
 */
export function toolcribSubject(
  options: Partial<Omit<RuntimeOptions, 'resolver' | 'clock'>> = {},
): TortureSubject {
  return Object.freeze({
    name: 'Toolcrib',
    run: async (scenario: TortureScenario): Promise<TortureObservation> => {
      const resolver = define(scenario.tools);
      if (resolver instanceof ConfigError) return { kind: 'refused', message: resolver.message };
      const clock = createFakeClock();
      const runtime = createRuntime({ ...options, resolver, clock });
      let observation: TortureObservation = { kind: 'pending' };
      ask(runtime, scenario).then(
        (answer) => {
          observation = answer;
        },
        (error: unknown) => {
          observation = { kind: 'crashed', message: String(error) };
        },
      );
      await clock.advance(scenario.patienceMs);
      return observation;
    },
  });
}

async function ask(runtime: Runtime, { call }: TortureScenario): Promise<TortureObservation> {
  const offeredNames = (await runtime.visible()).map(({ name }) => name);
  const record = await runtime.call({ tool: call.tool, args: JSON.stringify(call.args) });
  const { isError, parts } = runtime.renderForModel(record);
  const texts = parts.map((part) => (part.type === 'text' ? part.text : JSON.stringify(part)));
  return { kind: 'answered', isError, toModel: texts.join('\n'), offeredNames };
}

function define(tools: readonly TortureTool[]): SealedToolRegistry | ConfigError {
  try {
    return createToolRegistry(tools.map(toTool));
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

function toTool({ name, description, inputSchema, outputSchema, handler }: TortureTool): Tool {
  return defineTool({
    name,
    description,
    // Plain JSON Schemas, for which the suite has no closer type.
    inputSchema: inputSchema as InputSchema,
    ...(outputSchema && { outputSchema: outputSchema as OutputSchema }),
    // It may give anything, which is what some of the tests are about.
    handler: (args: unknown) => handler(args) as string,
  });
}
