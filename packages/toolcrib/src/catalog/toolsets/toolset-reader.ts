import type { JsonObject } from '../../core/json.ts';
import type { Replica } from '../replica.ts';
import type { AppliedToolset } from './toolset.ts';
import { parseToolsetKey, readToolsetDocument, TOOLSET_PREFIX, toolsetKey } from './toolset-document.ts';
import { toolsetCorrupt } from './toolset-errors.ts';

/**
 * Finds toolsets among the documents of a replica. What a store gives back is read like anything else that comes from
 * outside, once: whoever writes to the database must not get another tool under a reviewed digest.
 */
export class ToolsetReader {
  readonly #replica: Replica;
  readonly #known = new WeakMap<JsonObject, AppliedToolset>();

  constructor(replica: Replica) {
    this.#replica = replica;
  }

  /** Current revisions, by name in code-unit order. */
  list(): readonly AppliedToolset[] {
    const current = new Map<string, number>();
    for (const [key] of this.#replica.documents(TOOLSET_PREFIX)) {
      const { name, revision } = parseToolsetKey(key) ?? refuseKey(key);
      current.set(name, Math.max(revision, current.get(name) ?? 0));
    }
    const names = [...current.keys()].sort();
    return names.flatMap((name) => this.get(name, current.get(name) ?? 0) ?? []);
  }

  get(name: string, revision: number | undefined = this.numbers(name).at(-1)): AppliedToolset | undefined {
    if (revision === undefined) return undefined;
    const key = toolsetKey(name, revision);
    const document = this.#replica.document(key);
    return document && this.#read(key, document);
  }

  /** The numbers of the revisions of a toolset that are there, from the first to the current one. */
  numbers(name: string): readonly number[] {
    const found = this.#replica.documents(toolsetKey(name));
    const numbers = found.map(([key]) => (parseToolsetKey(key) ?? refuseKey(key)).revision);
    // Their keys are sorted as texts.
    return numbers.sort((left, right) => left - right);
  }

  #read(key: string, document: JsonObject): AppliedToolset {
    const known = this.#known.get(document);
    if (known !== undefined) return known;
    const applied = readToolsetDocument(key, document, (field, problem) => {
      throw toolsetCorrupt(key, `${field === '' ? 'it' : field} ${problem}`);
    });
    this.#known.set(document, applied);
    return applied;
  }
}

function refuseKey(key: string): never {
  throw toolsetCorrupt(key, 'its key is of another form');
}
