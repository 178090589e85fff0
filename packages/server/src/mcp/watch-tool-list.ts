import type { Caller, Tool } from 'toolcrib';
import type { ToolView } from '../tenants/tenant-room.ts';

/** What a list of tools is watched with. */
export interface ToolListWatch {
  readonly view: Pick<ToolView, 'describe' | 'onChange' | 'resolver'>;
  readonly caller: Caller;
  readonly onChange: () => void;
  /** Told of a list that could not be made. */
  readonly onFault: (error: unknown) => void;
}

type ShownTools = readonly (Tool | null)[];

/**
 * Calls `onChange` after the list that a caller is shown has changed, until the returned function is called. A change of
 * tools that the caller is not shown is not reported: it would reveal that they exist.
 */
export function watchToolList({ view, caller, onChange, onFault }: ToolListWatch): () => void {
  let isStopped = false;
  const find = async (): Promise<ShownTools | undefined> => {
    try {
      return (await view.describe(caller)).map(({ name }) => view.resolver.resolve(name));
    } catch (error) {
      onFault(error);
      return undefined;
    }
  };
  let shown = find();
  const stop = view.onChange(() => {
    // One look after another, so that each list is compared with the one before it.
    shown = shown.then(async (before) => {
      const now = await find();
      if (now === undefined) return before;
      if (!isStopped && !isSameList(before, now)) onChange();
      return now;
    });
  });
  return () => {
    isStopped = true;
    stop();
  };
}

function isSameList(before: ShownTools | undefined, now: ShownTools): boolean {
  return before?.length === now.length && now.every((tool, index) => isSameTool(before[index] ?? null, tool));
}

/** The digests cover all that a list says of a tool. Toolsets make their tools anew without changing them. */
function isSameTool(before: Tool | null, now: Tool | null): boolean {
  if (before === now) return true;
  return before?.digest === now?.digest && before?.authorityDigest === now?.authorityDigest;
}
