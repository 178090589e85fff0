import { ToolcribError } from 'toolcrib';
import type { ApiConnection } from './api-client.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** How a service is reached. */
export interface RemoteOptions {
  readonly url: string;
  readonly key: string | undefined;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Told once, before anything is sent, if the key would go over the network in clear. */
  readonly onInsecure: (message: string) => void;
}

/** @throws ToolcribError `E_INVALID_OPTION` for what is no address of a service. */
export function connectRemote({ url, key, fetch, onInsecure }: RemoteOptions): ApiConnection {
  const base = readUrl(url);
  const place = base.href.replace(/\/$/, '');
  if (key !== undefined && base.protocol === 'http:' && !loopback.has(base.hostname)) {
    onInsecure(`The key goes to ${base.host} without encryption; use https.`);
  }
  return {
    kind: 'remote',
    place,
    url: place,
    async send(request) {
      if (key !== undefined) request.headers.set('authorization', toBearer(key));
      try {
        return await fetch(request);
      } catch (error) {
        if (request.signal.aborted) throw error;
        throw new ToolcribError(
          'E_SERVICE_UNREACHABLE',
          `${place} cannot be reached${describeCause(error)}.`,
          {
            cause: error,
          },
        );
      }
    },
    async close() {
      // Connections of fetch are kept by the process and end with it.
    },
  };
}

function readUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new ToolcribError(
      'E_INVALID_OPTION',
      `The address of a service starts with http:// or https://; ${JSON.stringify(text)} does not.`,
    );
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new ToolcribError(
      'E_INVALID_OPTION',
      'The address of a service has no password, query or fragment; give the key with --key or TOOLCRIB_KEY.',
    );
  }
  return url;
}

function toBearer(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return `Bearer ${key}`;
  throw new ToolcribError('E_INVALID_OPTION', 'The key has characters that no key has; copy it again.');
}

/** The system's word for it, such as ECONNREFUSED. Nothing else of the error is shown. */
function describeCause(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') return ` (${code}): it speaks http://, not https://`;
  return typeof code === 'string' ? ` (${code})` : '';
}
