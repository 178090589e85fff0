import { cutText } from '../../core/cut-text.ts';

/** Whether somebody may use a tool, and if not, why as far as it was told. */
export type Permission = { readonly isAllowed: boolean; readonly reason: string | undefined };

/** What a policy says of names, each of which it is asked about once. */
export class Permissions {
  readonly #ask: (name: string) => unknown;
  readonly #known = new Map<string, Permission>();

  constructor(ask: (name: string) => unknown) {
    this.#ask = ask;
  }

  async of(name: string): Promise<Permission> {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const permission = toPermission(await this.#ask(name));
    this.#known.set(name, permission);
    return permission;
  }

  /** The first of these names that are allowed. */
  async firstAllowed(names: readonly string[], limit: number): Promise<readonly string[]> {
    const allowed: string[] = [];
    for (const name of names) {
      if (allowed.length >= limit) break;
      if ((await this.of(name)).isAllowed) allowed.push(name);
    }
    return Object.freeze(allowed);
  }
}

/** Whatever is not clearly a yes is a no. */
function toPermission(answer: unknown): Permission {
  if (answer === true) return { isAllowed: true, reason: undefined };
  const { allowed, reason } = Object(answer) as { readonly allowed?: unknown; readonly reason?: unknown };
  return { isAllowed: allowed === true, reason: typeof reason === 'string' ? cutText(reason) : undefined };
}
