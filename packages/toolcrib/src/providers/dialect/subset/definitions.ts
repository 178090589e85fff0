import { sha256Hex } from '#hash';
import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { pointerTo } from '../../../core/json-pointer.ts';
import type { Context, Draft } from './context.ts';
import type { LocatedObject } from './located.ts';

const HASH_LENGTH = 6;
const LEGAL_NAME = /^[A-Za-z0-9_.-]{1,64}$/;

/** The definitions that references of a translated schema lead to. */
export class Definitions {
  readonly #context: Context;
  readonly #names = new Map<JsonObject, string>();
  readonly #taken = new Set<string>();
  readonly #open = new Set<JsonObject>();
  readonly #drafts = new Map<string, Draft>();
  #isRootUsed = false;

  constructor(context: Context) {
    this.#context = context;
    this.#open.add(context.map.source.root);
  }

  /** The `$ref` to a schema; undefined if the dialect cannot say it because it leads back to itself. */
  refer(target: LocatedObject): string | undefined {
    const { dialect, map } = this.#context;
    const { schema } = target;
    const isRefused = dialect.recursion === 'refuse' || dialect.recursion === 'cut';
    if (isRefused && this.#open.has(schema)) return undefined;
    if (schema === map.source.root) {
      this.#isRootUsed = true;
      return '#';
    }
    const known = this.#names.get(schema);
    if (known !== undefined) return pointerTo('#/$defs', known);
    const name = this.#findName(target);
    this.#names.set(schema, name);
    this.#open.add(schema);
    this.#drafts.set(name, this.#context.translateApart(target));
    this.#open.delete(schema);
    return pointerTo('#/$defs', name);
  }

  /** Whether a reference leads to the root. */
  get isRootUsed(): boolean {
    return this.#isRootUsed;
  }

  /** All of them, by name. */
  list(): [string, Draft][] {
    return [...this.#drafts].sort(([left], [right]) => (left < right ? -1 : 1));
  }

  /** Definitions that nothing refers to any more, by where they are. */
  listUnused(): string[] {
    const { root } = this.#context.map.source;
    return ['$defs', 'definitions'].flatMap((keyword) => {
      const members = root[keyword];
      if (!isJsonObject(members)) return [];
      const names = Object.keys(members).filter((name) => !this.#names.has(members[name] as JsonObject));
      return names.map((name) => pointerTo('', keyword, name));
    });
  }

  /** The name that the tool's own schema has for it, or one made from where it is. */
  #findName({ schema, at }: LocatedObject): string {
    const { root } = this.#context.map.source;
    const own = ['$defs', 'definitions'].flatMap((keyword) => {
      const members = root[keyword];
      return isJsonObject(members) ? Object.keys(members).filter((name) => members[name] === schema) : [];
    })[0];
    const last = own ?? at.slice(at.lastIndexOf('/') + 1);
    const isFree = own !== undefined && LEGAL_NAME.test(own) && !this.#taken.has(own);
    const hash = sha256Hex(at).slice(0, HASH_LENGTH);
    const name = isFree ? own : `${last.replace(/[^A-Za-z0-9_.-]/g, '_').slice(0, 48)}_${hash}`;
    this.#taken.add(name);
    return name;
  }
}
