import { ToolcribError } from 'toolcrib';

/** What is looked at of a request. */
type CheckedRequest = { readonly headers: Headers; readonly url: string };

/** Judges the `Host` and `Origin` of requests. */
export interface HostCheck {
  /**
   * The web origin that may read the answer; undefined for a request that comes from no web page of another origin.
   *
   * @throws ToolcribError `E_HOST_REFUSED`.
   */
  check(request: CheckedRequest, localPort?: number): string | undefined;
  /** The same for what is answered under any name: only `Origin` counts. */
  checkOrigin(request: CheckedRequest): string | undefined;
  /** Whether answers depend on the origin. */
  readonly isOpenToWeb: boolean;
}

/** A name or an address, and a port. */
const hostPattern = /^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/;

const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * A web page can make a browser send requests to this machine under a name of its own (DNS rebinding), so only names
 * count that the service was told, and those of loopback with the port that it listens at. A page of a foreign origin
 * is refused also under the right name.
 */
export function createHostCheck(options: {
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
}): HostCheck {
  const hosts = new Set(options.hosts.map((host) => withoutDefaultPort(host.toLowerCase())));
  const origins = new Set(options.origins.map((origin) => origin.toLowerCase()));
  const allowsAnyHost = hosts.has('*');
  /** Nearly all requests have the same. */
  let lastKnown: string | undefined;

  function isKnown(host: string, localPort: number | undefined): boolean {
    if (allowsAnyHost || hosts.has(withoutDefaultPort(host))) return true;
    return loopbackNames.some((name) =>
      localPort === undefined
        ? host === name || host.startsWith(`${name}:`)
        : host === `${name}:${localPort}` || ((localPort === 80 || localPort === 443) && host === name),
    );
  }

  function readOrigin(headers: Headers, host: string): string | undefined {
    const origin = headers.get('origin')?.toLowerCase();
    if (origin === undefined || origin === `http://${host}` || origin === `https://${host}`) return undefined;
    if (origins.has(origin)) return origin;
    throw new ToolcribError('E_HOST_REFUSED', 'Web pages of this origin may not use the service.');
  }

  return Object.freeze({
    isOpenToWeb: origins.size > 0,
    checkOrigin: (request: CheckedRequest) => readOrigin(request.headers, givenHost(request)),
    check(request: CheckedRequest, localPort?: number) {
      const host = givenHost(request, localPort);
      const place = `${host} ${localPort}`;
      if (place !== lastKnown && !(hostPattern.test(host) && isKnown(host, localPort))) {
        throw new ToolcribError(
          'E_HOST_REFUSED',
          'The service does not go by the name in Host. Whoever runs it can allow more names.',
        );
      }
      lastKnown = place;
      return readOrigin(request.headers, host);
    },
  });
}

function withoutDefaultPort(host: string): string {
  return host.replace(/:(?:80|443)$/, '');
}

/** Over the network there is always a Host; elsewhere the URL has it. */
function givenHost({ headers, url }: CheckedRequest, localPort?: number): string {
  return (headers.get('host') ?? (localPort === undefined ? hostOf(url) : '')).toLowerCase();
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? '';
}
