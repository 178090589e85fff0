import { ToolcribError } from 'toolcrib';
import type { ApiConnection } from './api-client.ts';
import { findObstacle } from './find-obstacle.ts';
import { UnreachableError } from './unreachable-error.ts';

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
        throw new UnreachableError(place, await findObstacle(error, base, fetch), error);
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
