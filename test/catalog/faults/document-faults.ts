import type { CatalogStore, ChangeSet, TenantChanges } from '../../../packages/toolcrib/src/catalog/index.ts';
import type { JsonObject } from '../../../packages/toolcrib/src/index.ts';
import { cut, decides, type Fault, type FaultRow, freeze, sortKeys } from './fault.ts';

type Documents = TenantChanges['documents'];
type DocumentChange = ChangeSet['documents'][number];

/** What can go wrong with what a tenant keeps beside its tools. */
export const documentFaults: readonly FaultRow[] = [
  ['keeps no documents', 'sets, replaces and removes documents, here and elsewhere', changedWrites(() => [])],
  [
    'never removes a document',
    'sets, replaces and removes documents, here and elsewhere',
    changedWrites((documents) => documents.filter(({ after }) => after !== undefined)),
  ],
  [
    'gives out documents that can be changed',
    'sets, replaces and removes documents, here and elsewhere',
    changedDocuments((document) => structuredClone(document)),
  ],
  ['gives out its own documents', 'never changes what it has given away', givesOwnDocuments],
  [
    'writes documents before the rest',
    'changes documents and tools together, or neither',
    writesDocumentsFirst,
  ],
  ['writes document by document', 'writes all of a change or nothing of it', writesDocumentsFirst],
  [
    'says nothing of documents that are gone',
    'tells of every document that was set or removed after any event',
    changedAnswers(
      ({ documents }) => new Map([...documents].filter(([, document]) => document !== undefined)),
    ),
  ],
  [
    'tells of all documents each time',
    'tells of every document that was set or removed after any event',
    (store) => ({
      changes: async (tenant, after) => {
        const { documents } = await store.changes(tenant, 0);
        return { ...(await store.changes(tenant, after)), documents };
      },
    }),
  ],
  [
    'finds documents by the first event of their change',
    'tells of every document that was set or removed after any event',
    (store) => ({
      changes: async (tenant, after) => {
        const changes = await store.changes(tenant, after);
        const { documents } = await store.changes(tenant, Math.min(after + 1, changes.sequence));
        return { ...changes, documents };
      },
    }),
  ],
  [
    'tells whoever decides nothing of documents',
    'tells of every document that was set or removed after any event',
    decides(
      (decide) => (missed, previous) => decide(missed && { ...missed, documents: new Map([]) }, previous),
    ),
  ],
  [
    'answers documents of the change itself only',
    'tells of every document that was set or removed after any event',
    (store) => ({
      change: async (tenant, request) => {
        const { sequence } = await store.load(tenant);
        const answer = await store.change(tenant, request);
        return answer && { ...answer, documents: (await store.changes(tenant, sequence)).documents };
      },
    }),
  ],
  [
    'sorts the keys of a document',
    'keeps the order of keys and every value in a document',
    changedDocuments((document) => freeze(sortKeys(document)) as JsonObject),
  ],
  [
    'rounds numbers of a document',
    'keeps the order of keys and every value in a document',
    changedDocuments((document) => freeze(JSON.parse(JSON.stringify(document).replaceAll('5e-324', '0')))),
  ],
  [
    'loses what looks like a prototype',
    'keeps the order of keys and every value in a document',
    changedDocuments((document) =>
      freeze(Object.fromEntries(Object.entries(document).filter(([key]) => key !== '__proto__'))),
    ),
  ],
  [
    'takes keys without their case',
    'tells documents apart, whatever their keys are',
    changedKeys((key) => key.toLowerCase()),
  ],
  [
    'ends keys at a null character',
    'tells documents apart, whatever their keys are',
    changedKeys((key) => cut(key)),
  ],
  [
    'ends keys after so many characters',
    'tells documents apart, whatever their keys are',
    changedKeys((key) => key.slice(0, 1_023)),
  ],
  [
    'has room for so much in a document',
    'keeps large documents, and many',
    changedDocuments((document) => (JSON.stringify(document).length > 500_000 ? undefined : document)),
  ],
  [
    'has room for so many documents in a change',
    'keeps large documents, and many',
    changedWrites((documents) => documents.slice(0, 2_000)),
  ],
  ['shows the documents of others', 'keeps the documents of tenants apart', sharesDocuments],
  [
    'ignores changes without tools',
    'takes events of what does not change',
    decides((decide) => (...given) => {
      const changeSet = decide(...given);
      return changeSet?.tools.length === 0 ? undefined : changeSet;
    }),
  ],
  ['answers tools that change only', 'takes events of what does not change', answersChangedTools],
];

/** A store that holds other documents than it was given. */
function changedDocuments(change: (document: JsonObject) => JsonObject | undefined): Fault {
  return (store) => {
    const changed = changedAnswers(({ documents }) => {
      return new Map([...documents].map(([key, document]) => [key, document && change(document)]));
    });
    return {
      ...changed(store),
      load: async (tenant) => {
        const loaded = await store.load(tenant);
        const documents = [...loaded.documents].flatMap(([key, document]) => {
          const other = change(document);
          return other === undefined ? [] : [[key, other] as const];
        });
        return { ...loaded, documents: new Map(documents) };
      },
    };
  };
}

/** A store that tells other documents than have changed. */
function changedAnswers(change: (answer: TenantChanges) => Documents): Fault {
  return (store) => ({
    changes: async (tenant, after) => {
      const changes = await store.changes(tenant, after);
      return { ...changes, documents: change(changes) };
    },
    change: async (tenant, request) => {
      const answer = await store.change(tenant, request);
      return answer && { ...answer, documents: change(answer) };
    },
  });
}

/** A store that writes other documents than it is given. */
function changedWrites(change: (documents: readonly DocumentChange[]) => readonly DocumentChange[]): Fault {
  return decides((decide) => (...given) => {
    const changeSet = decide(...given);
    return changeSet && { ...changeSet, documents: change(changeSet.documents) };
  });
}

/** A store that takes some keys for one another, and then tells the first that it was given. */
function changedKeys(change: (key: string) => string): Fault {
  return (store) => {
    const first = new Map<string, string>();
    return changedWrites((documents) =>
      documents.map(({ key, after }) => {
        const taken = first.get(change(key)) ?? key;
        first.set(change(key), taken);
        return { key: taken, after };
      }),
    )(store);
  };
}

function givesOwnDocuments(store: CatalogStore): Partial<CatalogStore> {
  const documents = new Map<string, JsonObject>();
  return {
    load: async (tenant) => {
      const loaded = await store.load(tenant);
      for (const [key, document] of loaded.documents) documents.set(key, document);
      return { ...loaded, documents };
    },
    change: async (tenant, request) => {
      const answer = await store.change(tenant, request);
      for (const [key, document] of answer?.documents ?? []) {
        if (document === undefined) documents.delete(key);
        else documents.set(key, document);
      }
      return answer;
    },
  };
}

function writesDocumentsFirst(store: CatalogStore): Partial<CatalogStore> {
  return {
    change: async (tenant, { known, decide, onProgress }) => {
      const missed = await store.changes(tenant, known);
      const [previous] = await store.events(tenant, known - 1, 1);
      const changeSet = decide(missed.events.length === 0 ? undefined : missed, previous);
      if (changeSet === undefined) return undefined;
      for (const document of changeSet.documents) {
        const part = { tools: [], documents: [document], events: [] };
        await store.change(tenant, { known, decide: () => part });
      }
      const rest = { ...changeSet, documents: [] };
      await store.change(tenant, { known, decide: () => rest, onProgress });
      return await store.changes(tenant, known);
    },
  };
}

function sharesDocuments(store: CatalogStore): Partial<CatalogStore> {
  const tenants = new Set<string>();
  return {
    change: (tenant, request) => {
      tenants.add(tenant);
      return store.change(tenant, request);
    },
    load: async (tenant) => {
      const all = await Promise.all([...tenants].map((each) => store.load(each)));
      const documents = new Map(all.flatMap((loaded) => [...loaded.documents]));
      return { ...(await store.load(tenant)), documents };
    },
  };
}

function answersChangedTools(store: CatalogStore): Partial<CatalogStore> {
  return {
    change: async (tenant, request) => {
      const names = new Set<string>();
      const decide: typeof request.decide = (...given) => {
        const changeSet = request.decide(...given);
        for (const { name } of changeSet?.tools ?? []) names.add(name);
        return changeSet;
      };
      const answer = await store.change(tenant, { ...request, decide });
      return answer && { ...answer, tools: new Map([...answer.tools].filter(([name]) => names.has(name))) };
    },
  };
}
