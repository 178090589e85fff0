import type {
  CatalogEvent,
  CatalogEventDraft,
  CatalogStore,
  ChangeSet,
  TenantChanges,
  ToolState,
} from '../../catalog/index.ts';
import type { JsonObject } from '../../index.ts';
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
  readonly documents = new Map<string, JsonObject>();
  readonly events: CatalogEvent[] = [];
  /** The last event of the change that has set or removed a document last. */
  readonly #documentSequences = new Map<string, number>();

  constructor(store: CatalogStore, tenant = 'acme') {
    this.store = store;
    this.tenant = tenant;
  }

  /** Gives tools other states, in one change. */
  async put(...states: readonly ToolState[]): Promise<TenantChanges> {
    return await this.write({ tools: states.map((state) => [state.name, state]) });
  }

  async remove(...names: readonly string[]): Promise<TenantChanges> {
    return await this.write({ tools: names.map((name) => [name, undefined]) });
  }

  /** Sets documents and removes those that are undefined, in one change. */
  async putDocuments(...documents: readonly DocumentEntry[]): Promise<TenantChanges> {
    return await this.write({ documents });
  }

  /** One change, with an event for each tool unless others are given, and one about none if there are no tools. */
  async write(change: TenantWrite): Promise<TenantChanges> {
    const known = this.events.length;
    const changeSet = this.toChangeSet(change);
    const decide = (missed: TenantChanges | undefined): ChangeSet => {
      assertThat(missed === undefined, 'Nothing should be missed by the only one who writes.');
      return changeSet;
    };
    const answer = await this.store.change(this.tenant, { known, decide });
    this.note(change);
    assertThat(answer !== undefined, 'A change should be answered.');
    assertChanges(answer, this.since(known), 'What a change answers');
    return answer;
  }

  /** What has happened since an event. */
  since(after: number): TenantChanges {
    const events = this.events.slice(after);
    const tools = new Map(events.map(({ name }) => [name, this.tools.get(name)]));
    const changed = [...this.#documentSequences].filter(([, sequence]) => sequence > after);
    const documents = new Map(changed.map(([key]) => [key, this.documents.get(key)]));
    return { sequence: this.events.length, events, tools, documents };
  }

  /** Fails unless all that a store says of the tenant is what was written. */
  async assertHeldBy(...stores: readonly CatalogStore[]): Promise<void> {
    for (const store of stores) {
      const { sequence, tools, documents } = await store.load(this.tenant);
      const expected = { sequence: this.events.length, tools: this.tools, documents: this.documents };
      assertSame({ sequence, tools, documents }, expected, 'What is loaded');
      for (const [name, state] of tools) assertFrozen(state, `The tool ${name.slice(0, 80)}`);
      for (const [key, document] of documents) assertFrozen(document, `The document ${key.slice(0, 80)}`);
      assertChanges(await store.changes(this.tenant, 0), this.since(0), 'What has happened from the start');
      const events = await store.events(this.tenant, 0, this.events.length + 1);
      assertSame(events, this.events, 'The events');
      for (const event of events) assertFrozen(event, `The event ${event.sequence}`);
    }
  }

  /** What a store is given for a change. */
  toChangeSet(change: TenantWrite): ChangeSet {
    const { tools = [], documents = [] } = change;
    return {
      tools: tools.map(([name, after]) => ({ name, before: this.tools.get(name), after })),
      documents: documents.map(([key, after]) => ({ key, after })),
      events: draftsOf(change),
    };
  }

  /** Takes note of a change that was made in another way. */
  note(change: TenantWrite): void {
    const { tools = [], documents = [] } = change;
    for (const [name, after] of tools) {
      if (after === undefined) this.tools.delete(name);
      else this.tools.set(name, after);
    }
    for (const draft of draftsOf(change)) this.events.push({ ...draft, sequence: this.events.length + 1 });
    for (const [key, after] of documents) {
      if (after === undefined) this.documents.delete(key);
      else this.documents.set(key, after);
      this.#documentSequences.set(key, this.events.length);
    }
  }
}

/** A document and what it becomes; undefined removes it. */
export type DocumentEntry = readonly [key: string, after: JsonObject | undefined];

/** What one change is to do. */
export interface TenantWrite {
  readonly tools?: readonly (readonly [name: string, after: ToolState | undefined])[];
  readonly documents?: readonly DocumentEntry[];
  readonly drafts?: readonly CatalogEventDraft[];
}

function draftsOf({ tools = [], drafts }: TenantWrite): readonly CatalogEventDraft[] {
  return drafts ?? (tools.length === 0 ? [draftOf('')] : tools.map(([name]) => draftOf(name)));
}

/** What an event of a tool may look like. */
export function draftOf(name: string, changes: Partial<CatalogEventDraft> = {}): CatalogEventDraft {
  return freezeCopy({ type: 'tool-updated', name, at: SAMPLE_TIME, ...changes });
}
