import type { ToolCatalog } from '../../packages/toolcrib/src/catalog/index.ts';
import { ToolcribError } from '../../packages/toolcrib/src/index.ts';
import { deferred } from '../runtime.ts';
import { type StoreRefusal, secretSpec, toRefusal } from './store-refusal.ts';

/** Publishes one tool after another, called `steady-0`, `steady-1` and so on, each until it succeeds. */
export interface SteadyWriter {
  /** How many it has published. */
  readonly published: number;
  /** What it was refused with. After each it waits for `goOn`, or for `end`. */
  readonly refusals: readonly StoreRefusal[];
  goOn(): void;
  /** Lets it finish the one it is at. */
  end(): Promise<void>;
}

export function startWriting(catalog: ToolCatalog): SteadyWriter {
  const refusals: StoreRefusal[] = [];
  let published = 0;
  let isDue = true;
  let pause = deferred<void>();
  /** What was refused may have been committed all the same, so each is repeated until it is known. */
  const publish = async (name: string): Promise<void> => {
    try {
      await catalog.register(secretSpec(name));
    } catch (error) {
      if (!(error instanceof ToolcribError)) throw error;
      refusals.push(toRefusal(error));
      if (isDue) await pause.promise;
      await publish(name);
    }
  };
  const write = async (): Promise<void> => {
    while (isDue) {
      await publish(`steady-${published}`);
      published++;
    }
  };
  const ended = write();
  return {
    get published() {
      return published;
    },
    refusals,
    goOn: () => {
      pause.resolve();
      pause = deferred();
    },
    end: async () => {
      isDue = false;
      pause.resolve();
      await ended;
    },
  };
}
