import type { ToolCatalog } from '../../packages/toolcrib/src/catalog/index.ts';
import { ToolcribError } from '../../packages/toolcrib/src/index.ts';
import { deferred } from '../runtime.ts';
import { type StoreRefusal, secretSpec, toRefusal } from './store-refusal.ts';

/** Publishes one tool after another, called `steady-0`, `steady-1` and so on, each until it succeeds. */
export interface SteadyWriter {
  /** How many it has published. */
  readonly published: number;
  /** What it was refused with. After each it waits for `goOn`. */
  readonly refusals: readonly StoreRefusal[];
  goOn(): void;
  /** Lets it come to its end. */
  end(): Promise<void>;
}

export function startWriting(catalog: ToolCatalog): SteadyWriter {
  const refusals: StoreRefusal[] = [];
  let published = 0;
  let isDue = true;
  let pause = deferred<void>();
  const write = async (): Promise<void> => {
    while (isDue) {
      try {
        await catalog.register(secretSpec(`steady-${published}`));
        published++;
      } catch (error) {
        if (!(error instanceof ToolcribError)) throw error;
        refusals.push(toRefusal(error));
        await pause.promise;
      }
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
