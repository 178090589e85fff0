import type { ErrorCode } from 'toolcrib';
import type { Log } from '../operations/log.ts';
import type { PublishToolsReport } from '../tenants/publish-tools.ts';

/** More tenants, and more tools of one tenant, are only counted. */
const MAX_TENANTS = 1_000;
const MAX_TOOLS = 20;

/** What to do about a tool that was refused. */
const hints: Readonly<Partial<Record<ErrorCode, string>>> = {
  E_VERSION_CONFLICT:
    'The catalogue has this version of the tool with another definition. Raise the version in the code and start again.',
  E_INCOMPATIBLE_VERSION: 'Raise the major version in the code, or keep to the old schemas, and start again.',
  E_LINT_FAILED:
    'Correct the definition and start again. `toolcrib register` with the same definition shows what lint finds.',
};

/** Writes into the log what became of the tools of a process in each tenant, as far as anything did, and then in all. */
export class PublishReporter {
  readonly #log: Log;
  readonly #sum = { tenants: 0, published: 0, drafts: 0, refused: 0, failed: 0 };
  #told = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  tell(tenant: string, { published, drafts, refused }: PublishToolsReport): void {
    this.#sum.tenants++;
    this.#sum.published += published.length;
    this.#sum.drafts += drafts.length;
    this.#sum.refused += refused.length;
    const offered = published.length + drafts.length;
    if (offered + refused.length === 0 || !this.#takeTurn()) return;
    if (offered > 0) {
      this.#log.info('the tools were published to a tenant', {
        tenant,
        published: published.length,
        drafts: drafts.length,
        refused: refused.length,
        publishedTools: nameSome(published),
        draftTools: nameSome(drafts),
      });
    }
    for (const { name: toolName, code } of refused.slice(0, MAX_TOOLS)) {
      this.#log.warn('a tool was not published', { tenant, toolName, code, hint: hints[code] });
    }
    const more = refused.length - MAX_TOOLS;
    if (more > 0) this.#log.warn('more tools were not published', { tenant, tools: more });
  }

  /** That nothing is known of what became of them. */
  fail(tenant: string, error: unknown): void {
    this.#sum.tenants++;
    this.#sum.failed++;
    if (this.#takeTurn()) {
      this.#log.error('the tools could not be published to a tenant', error, { tenant });
    }
  }

  /** Says nothing if there was no tenant. */
  conclude(): void {
    if (this.#sum.tenants === 0) return;
    const facts = { ...this.#sum, tenantsNotTold: Math.max(0, this.#told - MAX_TENANTS) };
    if (facts.failed + facts.refused > 0)
      this.#log.warn('the tools were not published to every tenant', facts);
    else this.#log.info('the tools were published to every tenant that may run them', facts);
  }

  #takeTurn(): boolean {
    this.#told++;
    return this.#told <= MAX_TENANTS;
  }
}

function nameSome(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const rest = names.length - MAX_TOOLS;
  return `${names.slice(0, MAX_TOOLS).join(' ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
