import { describe, expect, it } from 'vitest';
import { Artifact, type ArtifactDescription, ToolcribError } from '../../index.ts';
import { type ArtifactStore, memoryArtifactStore } from '../../runtime/index.ts';
import { artifactStoreCases, describeArtifactStore } from './index.ts';

/** What a faulty store does otherwise than the one in memory. */
type Fault = (store: ArtifactStore) => Partial<ArtifactStore>;
type Content = Parameters<ArtifactStore['put']>[0];

const gives = 'gives back what was put, as bytes or as a stream';
const unknown = 'knows nothing of an id that was never put';
const apart = 'tells ids apart, whatever text they are';
const offsets = 'streams from any offset';

const faults: readonly (readonly [fault: string, foundBy: string, change: Fault])[] = [
  ['gives something else than artifacts', gives, () => ({ put: async () => ({}) as Artifact })],
  [
    'loses the end of what is larger than a block',
    gives,
    changedReads((open) => (offset) => open(offset).pipeThrough(firstChunk())),
  ],
  [
    'tells another length',
    gives,
    (store) => ({
      get: async (id) => {
        const artifact = await store.get(id);
        return artifact && new Changed(artifact, { byteLength: artifact.byteLength + 1 });
      },
    }),
  ],
  [
    'drops parameters of MIME types',
    'keeps any MIME type as it is',
    (store) => ({
      put: (content, { id, mimeType }) => store.put(content, { id, mimeType: mimeType.replace(/;.*/s, '') }),
    }),
  ],
  ['takes ids without their case', unknown, withIds((id) => id.toLowerCase())],
  ['throws for ids that it does not know', unknown, failsIfUnknown],
  ['takes ids without their case', apart, withIds((id) => id.toLowerCase())],
  ['cuts ids', apart, withIds((id) => id.slice(0, 255))],
  ['takes ids for paths', apart, withIds((id) => new URL(id, 'file:///folder/').pathname)],
  ['takes ids for what they look like', apart, withIds((id) => id.normalize())],
  ['loses halves of characters', apart, withIds((id) => id.toWellFormed())],
  [
    'replaces what is there',
    'refuses an id that is taken and keeps the first artifact',
    () => newestOnly(async (content) => await readBytes(content)),
  ],
  [
    'gives what is there instead of an error',
    'refuses an id that is taken and keeps the first artifact',
    (store) => ({
      put: async (content, options) => (await store.get(options.id)) ?? store.put(content, options),
    }),
  ],
  [
    'looks for an id before it waits',
    'lets one of many concurrent puts of an id succeed',
    () => {
      const { put, get } = newestOnly(async (content) => await readBytes(content));
      return {
        get,
        put: async (content, options) => {
          if ((await get(options.id)) !== undefined) throw new ToolcribError('E_ARTIFACT_FAILED', '');
          return await put(content, options);
        },
      };
    },
  ],
  [
    'shows what it has so far',
    'does not know an artifact whose stream has not ended',
    (store) => {
      const { put, get } = newestOnly(async () => new Uint8Array(1));
      return {
        put: async (content, options) => {
          await put(content, options);
          return await store.put(content, options);
        },
        get: async (id) => (await store.get(id)) ?? (await get(id)),
      };
    },
  ],
  [
    'takes a failure for an end',
    'keeps nothing of a stream that fails',
    (store) => ({
      put: async (content, options) =>
        store.put(await readBytes(content).catch(() => new Uint8Array(1)), options),
    }),
  ],
  [
    'loses what a stream failed with',
    'keeps nothing of a stream that fails',
    (store) => ({
      put: async (content, options) => {
        try {
          return await store.put(content, options);
        } catch {
          throw new ToolcribError('E_ARTIFACT_FAILED', 'Something went wrong.');
        }
      },
    }),
  ],
  [
    'leaves out what is no bytes',
    'refuses a stream that gives something other than bytes',
    (store) => ({
      put: async (content, options) =>
        store.put(content instanceof ReadableStream ? content.pipeThrough(onlyBytes()) : content, options),
    }),
  ],
  [
    'leaves streams to themselves',
    'reads a stream to its end or cancels it',
    (store) => ({
      put: async (content, options) => {
        if (await store.get(options.id)) throw new ToolcribError('E_ARTIFACT_FAILED', '');
        return await store.put(content, options);
      },
    }),
  ],
  [
    'keeps the chunks of a stream themselves',
    'keeps what a stream gave, whatever becomes of it afterwards',
    (store) => ({
      put: async (content, options) => {
        const chunks = content instanceof Uint8Array ? [content] : await readChunks(content);
        const { byteLength } = new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
        return new Changed(await store.put(new Uint8Array(byteLength), options), {
          open: () => streamOf(chunks),
        });
      },
      get: () => undefined,
    }),
  ],
  ['is off by one', offsets, changedReads((open) => (offset) => open(Math.max(1, offset) - 1))],
  ['goes on from the start', offsets, changedReads((open) => () => open(0))],
  [
    'fails beyond the end',
    offsets,
    changedReads((open, { byteLength }) => (offset) => {
      if (offset > byteLength) throw new RangeError('There is nothing there.');
      return open(offset);
    }),
  ],
  [
    'can be read once',
    'streams to several readers at once, and again',
    changedReads((open) => {
      const stream = open(0);
      return () => stream;
    }),
  ],
  [
    'lets the readers share a place',
    'streams to several readers at once, and again',
    changedReads((open) => {
      const reader = open(0).getReader();
      return () =>
        new ReadableStream<Uint8Array>({
          pull: async (controller) => {
            const { done, value } = await reader.read();
            if (done) controller.close();
            else controller.enqueue(value);
          },
        });
    }),
  ],
  [
    'gives out its own memory',
    'lets readers do what they like with what they read',
    (store) => {
      const kept = new Map<string, Uint8Array>();
      const give = (artifact: Artifact) =>
        new Changed(artifact, {
          open: () => streamOf([kept.get(artifact.id) ?? new Uint8Array(0)]),
        });
      return {
        put: async (content, options) => {
          const bytes = await readBytes(content);
          kept.set(options.id, bytes);
          return give(await store.put(bytes.slice(), options));
        },
        get: async (id) => {
          const artifact = await store.get(id);
          return artifact && give(artifact);
        },
      };
    },
  ],
  ['is not as durable as it says', 'keeps what was put when it is opened again, if it can be', () => ({})],
];

class Changed extends Artifact {
  readonly #open: (byteOffset: number) => ReadableStream<Uint8Array>;

  constructor(
    artifact: Artifact,
    changes: Partial<ArtifactDescription> & { open?: (byteOffset: number) => ReadableStream<Uint8Array> },
  ) {
    const { id, mimeType, byteLength } = artifact;
    super({ id, mimeType, byteLength, ...changes });
    this.#open = changes.open ?? ((byteOffset) => artifact.streamFrom(byteOffset));
  }

  stream(): ReadableStream<Uint8Array> {
    return this.#open(0);
  }

  override streamFrom(byteOffset: number): ReadableStream<Uint8Array> {
    return this.#open(byteOffset);
  }
}

/** A store whose artifacts are read in another way. */
function changedReads(
  change: (
    open: (byteOffset: number) => ReadableStream<Uint8Array>,
    artifact: Artifact,
  ) => (byteOffset: number) => ReadableStream<Uint8Array>,
): Fault {
  const wrap = (artifact: Artifact) =>
    new Changed(artifact, { open: change((offset) => artifact.streamFrom(offset), artifact) });
  return (store) => ({
    put: async (content, options) => wrap(await store.put(content, options)),
    get: async (id) => {
      const artifact = await store.get(id);
      return artifact && wrap(artifact);
    },
  });
}

/** A store that does not keep ids apart as it should. */
function withIds(change: (id: string) => string): Fault {
  return (store) => ({
    put: (content, options) => store.put(content, { ...options, id: change(options.id) }),
    get: async (id) => {
      const artifact = await store.get(change(id));
      return artifact && new Changed(artifact, { id });
    },
  });
}

function failsIfUnknown(store: ArtifactStore): Partial<ArtifactStore> {
  return {
    get: async (id) => {
      const artifact = await store.get(id);
      if (artifact === undefined) throw new Error('There is no such artifact.');
      return artifact;
    },
  };
}

/** A store that keeps the newest artifact of each id. */
function newestOnly(read: (content: Content) => Promise<Uint8Array>): ArtifactStore {
  const kept = new Map<string, Artifact>();
  return {
    put: async (content, options) => {
      const artifact = await memoryArtifactStore().put(await read(content), options);
      kept.set(options.id, artifact);
      return artifact;
    },
    get: (id) => kept.get(id),
  };
}

async function readBytes(content: Content): Promise<Uint8Array> {
  return content instanceof Uint8Array ? content : new Uint8Array(await new Response(content).arrayBuffer());
}

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

async function readChunks(stream: ReadableStream<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

function firstChunk(): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform: (chunk, controller) => {
      controller.enqueue(chunk);
      controller.terminate();
    },
  });
}

function onlyBytes(): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform: (chunk: unknown, controller) => {
      if (chunk instanceof Uint8Array) controller.enqueue(chunk);
    },
  });
}

function withFault(change: Fault): ArtifactStore {
  const store = memoryArtifactStore();
  const sound: ArtifactStore = {
    put: (content, options) => store.put(content, options),
    get: (id) => store.get(id),
  };
  return { ...sound, ...change(store) };
}

describe('describeArtifactStore', () => {
  it('makes one test of each case, in one group', () => {
    const groups: string[] = [];
    const names: string[] = [];

    describeArtifactStore('my store', () => ({ store: memoryArtifactStore() }), {
      describe: (name, body) => {
        groups.push(name);
        body();
      },
      it: (name) => names.push(name),
    });

    expect(groups).toEqual(['my store']);
    expect(names).toEqual(artifactStoreCases.map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(faults)('finds that a store %s', async (_fault, foundBy, change) => {
    const storeCase = artifactStoreCases.find(({ name }) => name === foundBy);
    const open = () => ({ store: withFault(change), reopen: () => memoryArtifactStore() });

    await expect(storeCase?.run(open)).rejects.toThrow();
  });

  it('has a fault for every case', () => {
    const found = new Set(faults.map(([, foundBy]) => foundBy));

    expect(artifactStoreCases.map(({ name }) => name).filter((name) => !found.has(name))).toEqual([]);
  });

  it('closes what a case has opened, even when it fails', async () => {
    let open = 0;
    const openStore = () => {
      open++;
      return { store: withFault(() => ({ get: () => undefined })), close: () => void open-- };
    };

    for (const { run } of artifactStoreCases) await run(openStore).catch(() => undefined);

    expect(open).toBe(0);
  });
});
