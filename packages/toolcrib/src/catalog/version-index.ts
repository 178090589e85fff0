import type { ToolVersion } from './tool-state.ts';
import { VersionOrders } from './version-order.ts';

/** So many versions are looked through one by one. */
const MAX_LOOKED_THROUGH = 64;

/** Where each of the first versions of a list is. */
interface Positions {
  readonly count: number;
  readonly byName: ReadonlyMap<string | undefined, number>;
}

/** Finds versions by their name, where to have none counts as one: as quickly among thousands as among few. */
export class VersionIndex {
  readonly orders: VersionOrders;
  /** A list that was made of another by adding to it has the positions of that one. */
  readonly #positions = new WeakMap<readonly ToolVersion[], Positions>();

  constructor(orders = new VersionOrders()) {
    this.orders = orders;
  }

  find(versions: readonly ToolVersion[], version: string | undefined): ToolVersion | undefined {
    return versions[this.indexOf(versions, version)];
  }

  /** Where the version of this name is; -1 if it is not there. */
  indexOf(versions: readonly ToolVersion[], version: string | undefined): number {
    const { count, byName } = this.#positionsOf(versions);
    const known = byName.get(version);
    if (known !== undefined) return known;
    for (let index = count; index < versions.length; index++) {
      if (versions[index]?.spec.version === version) return index;
    }
    return -1;
  }

  /** The versions with one more, which has a name of its own. */
  add(versions: readonly ToolVersion[], added: ToolVersion): readonly ToolVersion[] {
    const longer = Object.freeze([...versions, added]);
    const positions = this.#positions.get(versions);
    if (positions !== undefined) this.#positions.set(longer, positions);
    this.orders.noteAdded(versions, longer, added);
    return longer;
  }

  #positionsOf(versions: readonly ToolVersion[]): Positions {
    const known = this.#positions.get(versions) ?? { count: 0, byName: new Map() };
    if (versions.length - known.count <= MAX_LOOKED_THROUGH) return known;
    const byName = new Map(versions.map(({ spec }, index) => [spec.version, index]));
    const positions = { count: versions.length, byName };
    this.#positions.set(versions, positions);
    return positions;
  }
}
