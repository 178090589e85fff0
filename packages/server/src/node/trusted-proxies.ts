import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { ConfigError } from 'toolcrib';

/** The header in which trusted proxies name the client. Only that one is read: a proxy passes on the other as a client wrote it. */
export type ProxyHeader = 'x-forwarded-for' | 'forwarded';

/** Finds the address of a client behind proxies. */
export interface TrustedProxies {
  /**
   * The address of the client of a request, from the address of its peer and the headers. What an untrusted peer says
   * does not count, and neither does what a client itself wrote into the header.
   */
  findClient(peer: string | undefined, headers: ForwardedHeaders): string | undefined;
}

type ForwardedHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export const proxyHeaders: readonly ProxyHeader[] = ['x-forwarded-for', 'forwarded'];

/** No service stands behind more proxies than these. */
const MAX_PROXIES = 16;
/** Longer than any address with a port, and all else that a proxy says about itself. */
const MAX_ENTRY_CHARS = 256;

/**
 * Trusts proxies in certain networks, such as `10.0.0.0/8` or `::1`.
 *
 * @throws ConfigError `E_INVALID_OPTION` for what isn't an address or a network.
 */
export function createTrustedProxies(
  networks: readonly string[],
  header: ProxyHeader = 'x-forwarded-for',
): TrustedProxies {
  const trusted = new BlockList();
  for (const network of networks) {
    const { address, prefix } = readNetwork(network);
    trusted.addSubnet(address, prefix, familyOf(address));
  }
  return Object.freeze({
    findClient(peer: string | undefined, headers: ForwardedHeaders) {
      let address = peer === undefined ? undefined : toAddress(peer);
      let rest = textOf(headers[header]);
      for (let proxies = 0; address !== undefined && proxies < MAX_PROXIES; proxies++) {
        if (rest === undefined || !trusted.check(address, familyOf(address))) return address;
        // Each proxy appends what it has seen, so the last entry is the word of the nearest one.
        const comma = findLastComma(rest, header);
        const next = readEntry(rest.slice(comma + 1), header);
        if (next === undefined) return address;
        address = next;
        rest = comma === -1 ? undefined : rest.slice(0, comma);
      }
      return address ?? peer;
    },
  });
}

function readNetwork(network: string): { readonly address: string; readonly prefix: number } {
  const [, text = '', bits] = /^([^/]{1,64})(?:\/(\d{1,3}))?$/.exec(network.trim()) ?? [];
  const address = toAddress(text);
  if (address === undefined) throw refused(network);
  const most = isIPv4(address) ? 32 : 128;
  // Of an IPv4 address that is written as an IPv6 one, the first 96 bits say only that.
  const prefix = bits === undefined ? most : Number(bits) - (isIPv4(address) && !isIPv4(text) ? 96 : 0);
  if (prefix < 0 || prefix > most) throw refused(network);
  return { address, prefix };
}

function refused(network: string): ConfigError {
  return new ConfigError(
    'E_INVALID_OPTION',
    `${JSON.stringify(network)} is not a network of trusted proxies. Give an address such as 10.0.0.7, or a network such as 10.0.0.0/8 or fd00::/8.`,
    { context: { option: 'trustProxies', network } },
  );
}

/** In one form, so that the same address has the same text: IPv4 where it can be, else IPv6, shortened, without its zone. */
function toAddress(text: string): string | undefined {
  if (isIPv4(text)) return text;
  const [bare = ''] = text.split('%', 1);
  if (!isIPv6(bare)) return undefined;
  const address = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address);
  if (mapped === null) return address;
  return mapped
    .slice(1)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}

function textOf(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' || value === undefined ? value : value.join(',');
}

/** Where the last entry begins. In `Forwarded`, what a proxy quotes of a client, such as its `Host`, can have commas too. */
function findLastComma(text: string, header: ProxyHeader): number {
  if (header === 'x-forwarded-for') return text.lastIndexOf(',');
  let isQuoted = false;
  // From the end, which a trusted proxy has written, whatever a client has left open before it.
  for (let index = text.length - 1; index >= 0; index--) {
    if (text[index] === '"' && !isEscaped(text, index)) isQuoted = !isQuoted;
    else if (text[index] === ',' && !isQuoted) return index;
  }
  return -1;
}

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0;
  while (text[index - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}

/** The address in one entry; undefined for `unknown`, made-up names, and everything else. */
function readEntry(entry: string, header: ProxyHeader): string | undefined {
  if (entry.length > MAX_ENTRY_CHARS) return undefined;
  if (header === 'x-forwarded-for') return readNode(entry.trim());
  const pairs = entry.match(/(?:[^";]|"(?:[^"\\]|\\.)*")+/g) ?? [];
  const nodes = pairs.filter((pair) => /^\s*for\s*=/i.test(pair));
  const [node] = nodes;
  if (node === undefined || nodes.length > 1) return undefined;
  const value = node.slice(node.indexOf('=') + 1).trim();
  return readNode(/^"(.*)"$/.exec(value)?.[1] ?? value);
}

/** An address, maybe with a port, as proxies write it. */
function readNode(text: string): string | undefined {
  const [, inBrackets] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text) ?? [];
  const [, withPort] = /^([\d.]+):\d{1,5}$/.exec(text) ?? [];
  return toAddress(inBrackets ?? withPort ?? text);
}
