import { toWireName, type WireNameProvider } from './wire-name.ts';

/** Names on the wire for a set of tools: one each, no two alike. */
export interface WireNames {
  toWireName(tool: string): string;
  toToolName(wireName: string): string;
  /** Each tool with its name on the wire. */
  entries(): Iterable<readonly [tool: string, wireName: string]>;
}

/** Tools whose name on the wire is taken by another one. */
export interface NameClash {
  readonly tool: string;
  readonly wireName: string;
  readonly takenBy: string;
}

/**
 * Gives every tool its name on the wire. The names of the others do not matter for it, so that it stays the
 * same from one request to the next. Where two tools would have the same, the one whose own name had to be
 * changed keeps it: nobody chooses a name with the hash of another one by chance.
 */
export function assignWireNames(tools: Iterable<string>, provider: WireNameProvider): Assignment {
  const sorted = [...new Set(tools)].sort();
  const named = sorted.map((tool) => ({ tool, wireName: toWireName(tool, provider) }));
  const changed = named.filter(({ tool, wireName }) => tool !== wireName);
  const unchanged = named.filter(({ tool, wireName }) => tool === wireName);
  return assignInOrder([...changed, ...unchanged], provider);
}

/**
 * Gives names to tools that come later, one after another: whoever has a name keeps it, so that what was sent
 * stays what it was.
 */
export function addWireNames(
  before: WireNames,
  tools: readonly string[],
  provider: WireNameProvider,
): Assignment {
  const named = tools.map((tool) => ({ tool, wireName: toWireName(tool, provider) }));
  return assignInOrder(named, provider, before);
}

/** What became of the names of some tools. */
interface Assignment {
  readonly names: WireNames;
  readonly clashes: readonly NameClash[];
}

function assignInOrder(
  named: readonly { readonly tool: string; readonly wireName: string }[],
  provider: WireNameProvider,
  before?: WireNames,
): Assignment {
  const wireNames = new Map<string, string>(before?.entries());
  const toolNames = new Map(Array.from(wireNames, ([tool, wireName]) => [wireName, tool]));
  const clashes: NameClash[] = [];
  for (const { tool, wireName } of named) {
    const takenBy = toolNames.get(wireName);
    if (takenBy === tool) continue;
    if (takenBy !== undefined) {
      clashes.push({ tool, wireName, takenBy });
      continue;
    }
    wireNames.set(tool, wireName);
    toolNames.set(wireName, tool);
  }
  const names: WireNames = {
    toWireName: (tool) => wireNames.get(tool) ?? toWireName(tool, provider),
    toToolName: (wireName) => toolNames.get(wireName) ?? wireName,
    entries: () => wireNames.entries(),
  };
  return { names, clashes };
}
