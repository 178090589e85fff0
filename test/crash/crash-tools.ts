import { Tool, type ToolOptions } from '../../packages/toolcrib/src/index.ts';
import type { OnBoundary } from './boundary.ts';
import { appendLine, readLines } from './lines-file.ts';

/** What is called in a test of crashes. Every tool but `look` adds one line, its key, to the file of effects. */
export const toolNames = ['look', 'write', 'large', 'verified', 'gated', 'asking'] as const;

export type CrashToolName = (typeof toolNames)[number];

/** What the tools of one process work with. */
export interface CrashToolsOptions {
  readonly effectsFile: string;
  readonly onBoundary: OnBoundary;
}

interface KeyArguments {
  readonly key: string;
}

const LARGE_LENGTH = 40_000;

/** The tools; those of another process are equal to them, so that it can go on with their calls. */
export function createCrashTools({ effectsFile, onBoundary }: CrashToolsOptions): readonly Tool[] {
  const inputSchema = watchedSchema({ type: 'object', properties: { key: { type: 'string' } } }, () =>
    onBoundary('input-schema'),
  );
  const outputSchema = watchedSchema({ type: 'object', properties: { written: { type: 'string' } } }, () =>
    onBoundary('output-schema'),
  );
  const create = (name: CrashToolName, options: Pick<ToolOptions, 'handler'> & Partial<ToolOptions>) =>
    new Tool({ name, description: '', inputSchema, ...options });
  const takeEffect = async (args: unknown): Promise<{ readonly written: string }> => {
    const key = keyOf(args);
    // Other calls come in between.
    await null;
    onBoundary('before-effect');
    appendLine(effectsFile, key);
    onBoundary('after-effect');
    await null;
    return { written: key };
  };

  return [
    create('look', {
      effect: 'read',
      handler: async (args) => {
        onBoundary('before-effect');
        await null;
        return `seen ${keyOf(args)}`;
      },
    }),
    create('write', { outputSchema, handler: takeEffect }),
    create('large', {
      handler: async (args) => (await takeEffect(args)).written.padEnd(LARGE_LENGTH, '.'),
    }),
    create('verified', {
      outputSchema,
      handler: takeEffect,
      verify: (args) => {
        onBoundary('verify');
        const key = keyOf(args);
        return readLines(effectsFile).includes(key)
          ? { done: true, result: { written: key } }
          : { done: false };
      },
    }),
    create('gated', { outputSchema, handler: takeEffect }),
    create('asking', {
      outputSchema,
      handler: async (args, { waitFor }) => {
        await waitFor({ name: 'sure', prompt: 'Are you sure?' });
        return await takeEffect(args);
      },
    }),
  ];
}

/** A schema that accepts everything and tells when it is asked. */
function watchedSchema(json: Record<string, unknown>, onCheck: () => void) {
  const validate = (value: unknown) => {
    onCheck();
    return { value };
  };
  const jsonSchema = { input: () => json, output: () => json };
  return { '~standard': { version: 1, vendor: 'crash-test', validate, jsonSchema } } as const;
}

function keyOf(args: unknown): string {
  // The tests send nothing else.
  return (args as KeyArguments).key;
}
