import type { ToolCatalog } from '../../packages/toolcrib/src/catalog/index.ts';
import { ToolcribError } from '../../packages/toolcrib/src/index.ts';
import { type Occasion, type Operation, type Outcome, toText } from './operation.ts';
import { waivers, withoutFindings } from './unheeded-findings.ts';

/** What came of an operation on a catalogue, with the message of an error, which no model knows. */
export interface ObservedOutcome extends Outcome {
  readonly message: string;
  /** Undefined unless it is an error. */
  readonly error: unknown;
}

/** Performs an operation. It has begun when this returns: nothing waits before. */
export async function performOperation(
  catalog: ToolCatalog,
  operation: Operation,
  occasion: Pick<Occasion, 'by' | 'reason'>,
): Promise<ObservedOutcome> {
  try {
    const value = await ask(catalog, operation, occasion);
    return { isError: false, text: toText(value), message: '', error: undefined };
  } catch (error) {
    if (!(error instanceof ToolcribError)) throw error;
    const { code, context, message } = error;
    return { isError: true, text: toText({ code, context }), message, error };
  }
}

async function ask(
  catalog: ToolCatalog,
  operation: Operation,
  { by, reason }: Pick<Occasion, 'by' | 'reason'>,
): Promise<unknown> {
  switch (operation.kind) {
    case 'register':
      return await catalog.register(operation.spec, { by, reason, waivers });
    case 'registerAll':
      return await catalog.registerAll(operation.specs, { by, reason, waivers });
    case 'setEnabled':
      return await catalog.setEnabled(operation.name, operation.enabled, { by, reason });
    case 'deprecate': {
      const { name, deprecation, version } = operation;
      return await catalog.deprecate(name, { ...deprecation, version, by });
    }
    case 'undeprecate':
      return await catalog.undeprecate(operation.name, { version: operation.version, by, reason });
    case 'quarantine':
      return await catalog.quarantine(operation.name, { reason: operation.reason, by });
    case 'release':
      return await catalog.release(operation.name, { by, reason });
    case 'remove':
      return await catalog.remove(operation.name, { by, reason });
    case 'restore':
      return await catalog.restore(operation.snapshot, { by, reason });
    case 'get':
      return operation.wanted === undefined
        ? catalog.get(operation.name)
        : catalog.get(operation.name, operation.wanted);
    case 'list':
      return catalog.list(operation.options);
    case 'versions':
      return catalog.versions(operation.name);
    case 'resolve':
      return await catalog.resolve(operation.name, { consumer: operation.consumer, ...operation.wanted });
    case 'deprecatedUses':
      return await catalog.deprecatedUses();
    case 'events':
      return withoutFindings(await catalog.events(operation.after, { limit: operation.limit }));
    case 'snapshot':
      return catalog.snapshot();
  }
}
