/** Where a service listens, and which names it answers under. */
export type ListeningPlace = {
  /** What the listener says of itself. */
  readonly url: string;
  /** The address that it is bound to. */
  readonly host: string;
  readonly isLoopback: boolean;
  /** As {@link ServeSettings} has them: each with the port, unless that is chosen by the system. */
  readonly hosts: readonly string[];
};

/** Loopback of each address that stands for all interfaces. */
const allInterfaces: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/**
 * An address under which the service answers: a name is refused that is neither loopback nor allowed, and clients cannot use
 * an address that stands for all interfaces.
 */
export function reachableUrl({ url, host, isLoopback, hosts }: ListeningPlace): string {
  if (isLoopback) return url;
  const { protocol, port } = new URL(url);
  const name = hosts.find((each) => each !== '*');
  if (name !== undefined && hasPort(name)) {
    // That is a proxy with TLS before it, whatever it speaks itself.
    return name.endsWith(':443') ? `https://${name.slice(0, -4)}` : `${protocol}//${name}`;
  }
  const place = port === '' ? name : `${name}:${port}`;
  if (name !== undefined && place !== undefined && hosts.includes(place)) return `${protocol}//${place}`;
  const local = allInterfaces[host];
  return local === undefined ? url : `${protocol}//${local}${port === '' ? '' : `:${port}`}`;
}

function hasPort(name: string): boolean {
  return /:\d+$/.test(name);
}
