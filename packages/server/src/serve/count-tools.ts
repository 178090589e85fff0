import type { Tool } from 'toolcrib';
import { statusOf, type ToolRegistration } from 'toolcrib/catalog';
import type { TenantRoom } from '../tenants/tenant-room.ts';

/** Why a tool cannot be called, in the order in which a start tells it. */
export const uncallableReasons = [
  'disabled',
  'quarantined',
  'sunset',
  'draft',
  'differs',
  'unbound',
  'refused',
] as const;

/** Why a tool cannot be called: its status, what is wrong with its code, or that the catalogue did not take it. */
export type UncallableReason = (typeof uncallableReasons)[number];

/** How many tools of a tenant can be called, and how many cannot for which reason. */
export type ToolCounts = {
  readonly callable: number;
  readonly uncallable: Readonly<Partial<Record<UncallableReason, number>>>;
};

/** Counts the tools of a catalogue, and the code that it has no tool for. */
export async function countTools(room: TenantRoom, hostTools: readonly Tool[]): Promise<ToolCounts> {
  const { catalog } = room;
  const { resolver } = await room.view();
  const drafts = new Set(catalog.drafts().map(({ spec }) => spec.name));
  const uncallable: Partial<Record<UncallableReason, number>> = {};
  const add = (reason: UncallableReason) => {
    uncallable[reason] = (uncallable[reason] ?? 0) + 1;
  };
  const known = new Set<string>();
  let callable = 0;
  for (const registration of catalog.list({ status: 'any' })) {
    const { name } = registration.spec;
    known.add(name);
    if (resolver.resolve(name) === null) add(reasonOf(registration, { room, drafts }));
    else callable += 1;
  }
  for (const name of new Set([...drafts, ...hostTools.map((tool) => tool.name)])) {
    if (!known.has(name)) add(drafts.has(name) ? 'draft' : 'refused');
  }
  return { callable, uncallable };
}

function reasonOf(
  registration: ToolRegistration,
  { room, drafts }: { readonly room: TenantRoom; readonly drafts: ReadonlySet<string> },
): UncallableReason {
  const { name } = registration.spec;
  const status = statusOf(registration, room.catalog.time());
  if (status === 'disabled' || status === 'quarantined' || status === 'sunset') return status;
  // Code whose own version waits for approval does not fit the one before it.
  if (drafts.has(name)) return 'draft';
  return room.bindingOf(name) === 'unbound' ? 'unbound' : 'differs';
}
