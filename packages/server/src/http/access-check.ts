import { ToolcribError } from 'toolcrib';
import { refusalOf, unauthenticated } from '../auth/unauthenticated.ts';
import type { Service } from '../service/service.ts';
import { isBytesResponse } from './bytes-response.ts';
import type { Visit } from './visit.ts';

/** After so many milliseconds it is asked again whether a request may be performed or answered. */
const LATE_MS = 100;

/**
 * Looks again whether whoever made a request may still have it performed and answered: a key may be revoked while a body is
 * on its way, while somebody waits for the end of a call, and between two pieces of a stream.
 */
export class AccessCheck {
  readonly #service: Pick<Service, 'authenticator' | 'clock' | 'tenants'>;
  readonly #visit: Visit;
  #checkedAt: number;

  /** To be made when the request was allowed. */
  constructor(service: Pick<Service, 'authenticator' | 'clock' | 'tenants'>, visit: Visit) {
    this.#service = service;
    this.#visit = visit;
    this.#checkedAt = service.clock.elapsed();
  }

  /**
   * Resolves if the caller is still the same and has the same grants, in a tenant that was not removed.
   *
   * @throws ToolcribError `E_UNAUTHENTICATED`, `E_FORBIDDEN`, `E_TENANT_NOT_FOUND`; `E_STORE_…` or `E_ISSUER_UNAVAILABLE` if that
   * cannot be found out.
   */
  async confirm(): Promise<void> {
    const { principal, info, request } = this.#visit;
    // Whoever brings a principal is in this process, and needs no key.
    if (principal === undefined || info.principal !== undefined) return;
    const now = await this.#service.authenticator.authenticate(request).catch((error: unknown) => {
      throw isRefusal(error) ? unauthenticated(refusalOf(error), NOT_VALID) : error;
    });
    const isSame = now === principal || JSON.stringify(now.grants) === JSON.stringify(principal.grants);
    if (!isSame) throw new ToolcribError('E_FORBIDDEN', CHANGED);
    const { route, params } = this.#visit;
    if (params.tenant !== undefined && route?.answersForRemoved !== true) {
      await this.#service.tenants.confirm(params.tenant);
    }
    this.#checkedAt = this.#service.clock.elapsed();
  }

  /** Whether it is a while since it was known that the request is allowed. */
  get isLate(): boolean {
    return this.#service.clock.elapsed() - this.#checkedAt >= LATE_MS;
  }

  /** The same response, whose body goes on only for as long as it may be read. */
  guard(response: Response): Response {
    if (isBytesResponse(response) || response.body === null) return response;
    const { status, headers } = response;
    const isEventStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
    return new Response(this.#guardBody(response.body, isEventStream), { status, headers });
  }

  #guardBody(body: ReadableStream<Uint8Array>, isEventStream: boolean): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const { done, value } = await reader.read();
          if (done) return controller.close();
          try {
            await this.confirm();
          } catch (error) {
            reader.cancel(error).catch(() => undefined);
            // Events are whole each; anything else must not end early as if it were complete.
            return isEventStream ? controller.close() : controller.error(error);
          }
          controller.enqueue(value);
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }
}

const NOT_VALID =
  'Your key or token has become invalid since you sent the request. What the request has done stays done.';
const CHANGED =
  'What you may do has changed since you sent the request. What the request has done stays done; look before you repeat it.';

const refusals: readonly string[] = ['E_UNAUTHENTICATED', 'E_FORBIDDEN', 'E_TENANT_NOT_FOUND'];

/** Whether an error says that a request may not go on, and not only that nobody could be asked. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ToolcribError && refusals.includes(error.code);
}
