import type {
  CatalogEvent,
  CatalogEventDraft,
  CatalogStore,
  ChangeSet,
  TenantChanges,
  ToolState,
} from '../../catalog/index.ts';
import { assertFrozen, assertThat } from './assert.ts';
import { assertChanges, assertSame } from './assert-same.ts';
import { freezeCopy, SAMPLE_TIME } from './sample-tool.ts';

/**
 * The only one who writes to a tenant: changes it without any rule, and knows what has to be there. What it knows
 * comes from what it gave the store, not from what the store answered.
 */
export class TenantWriter {
  /** May be replaced by another store with the same tools. */
  store: CatalogStore;
  readonly tenant: string;
  readonly tools = new Map<string, ToolState>();
  readonly events: CatalogEvent[] = [];

  constructor(store: CatalogStore, tenant = 'acme') {
    this.store = store;
    this.tenant = tenant;
  }

  /** Gives tools other states, in one change. */
  async put(...states: readonly ToolState[]): Promise<TenantChanges> {
    return await this.write(states.map((state) => [state.name, state]));
  }

  async remove(...names: readonly string[]): Promise<TenantChanges> {
    return await this.write(names.map((name) => [name, undefined]));
  }

  /** One change of tools by name, with an event each unless others are given. */
  async write(
    afters: readonly (readonly [name: string, after: ToolState | undefined])[],
    drafts: readonly CatalogEventDraft[] = afters.map(([name]) => draftOf(name)),
  ): Promise<TenantChanges> {
    const known = this.events.length;
    const tools = afters.map(([name, after]) => ({ name, before: this.tools.get(name), after }));
    const decide = (missed: TenantChanges | undefined): ChangeSet => {
      assertThat(missed === undefined, 'Nothing should be missed by the only one who writes.');
      return { tools, events: drafts };
    };
    const answer = await this.store.change(this.tenant, { known, decide });
    this.note(afters, drafts);
    assertThat(answer !== undefined, 'A change should be answered.');
    assertChanges(answer, this.since(known), 'What a change answers');
    return answer;
  }

  /** What has happened since an event. */
  since(after: number): TenantChanges {
    const events = this.events.slice(after);
    const tools = new Map(events.map(({ name }) => [name, this.tools.get(name)]));
    return { sequence: this.events.length, events, tools };
  }

  /** Fails unless all that a store says of the tenant is what was written. */
  async assertHeldBy(...stores: readonly CatalogStore[]): Promise<void> {
    for (const store of stores) {
      const { sequence, tools } = await store.load(this.tenant);
      assertSame({ sequence, tools }, { sequence: this.events.length, tools: this.tools }, 'What is loaded');
      for (const [name, state] of tools) assertFrozen(state, `The tool ${name.slice(0, 80)}`);
      assertChanges(await store.changes(this.tenant, 0), this.since(0), 'What has happened from the start');
      const events = await store.events(this.tenant, 0, this.events.length + 1);
      assertSame(events, this.events, 'The events');
      for (const event of events) assertFrozen(event, `The event ${event.sequence}`);
    }
  }

  /** Takes note of a change that was made in another way. */
  note(
    afters: readonly (readonly [string, ToolState | undefined])[],
    drafts: readonly CatalogEventDraft[],
  ): void {
    for (const [name, after] of afters) {
      if (after === undefined) this.tools.delete(name);
      else this.tools.set(name, after);
    }
    for (const draft of drafts) this.events.push({ ...draft, sequence: this.events.length + 1 });
  }
}

/** What an event of a tool may look like. */
export function draftOf(name: string, changes: Partial<CatalogEventDraft> = {}): CatalogEventDraft {
  return freezeCopy({ type: 'tool-updated', name, at: SAMPLE_TIME, ...changes });
}
