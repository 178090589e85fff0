/** A text that counts how many of its characters are looked at. */
export interface CountingText {
  /** Goes where a string goes, as long as nobody asks for its type. */
  readonly text: string;
  readonly reads: () => number;
}

/**
 * Makes work visible that would otherwise only be time. Parts of it, such as slices, are ordinary strings: making
 * them counts as reading them, working on them does not.
 */
export function countingText(plain: string): CountingText {
  let reads = 0;
  const methods: Record<string, (...args: never[]) => unknown> = {
    indexOf: (wanted: string, start = 0) => {
      const found = plain.indexOf(wanted, start);
      reads += (found === -1 ? plain.length : found) - start;
      return found;
    },
    slice: (start: number, end?: number) => {
      const part = plain.slice(start, end);
      reads += part.length;
      return part;
    },
  };
  const proxy = new Proxy(Object(plain), {
    get: (target, key) => {
      if (typeof key === 'string' && /^\d+$/.test(key)) {
        reads++;
        return plain[Number(key)];
      }
      if (typeof key === 'string' && key in methods) return methods[key];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(plain) : value;
    },
  });
  return { text: proxy as string, reads: () => reads };
}
