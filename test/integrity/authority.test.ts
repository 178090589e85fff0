import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  authorityDigest,
  type BindingOptions,
  diffSnapshots,
  memoryStore,
  openCatalog,
  readSnapshot,
  readSpec,
  type SpecDifference,
  sealCatalog,
  specDigest,
  type ToolCatalog,
  type ToolSpec,
  toSpec,
} from '../../packages/toolcrib/src/catalog/index.ts';
import {
  createPublisherKey,
  formatLock,
  formatPreflight,
  lockCatalog,
  parseLock,
  preflight,
  signSpec,
  verifyLock,
  verifySignature,
} from '../../packages/toolcrib/src/governance/index.ts';
import {
  createToolRegistry,
  defineTool,
  lockTools,
  type Tool,
  type ToolAuthority,
  wrapTool,
} from '../../packages/toolcrib/src/index.ts';
import { codeAuthority } from '../code-authority.ts';
import { errorOf, rejectionOf } from '../errors.ts';

const consumer = 'ops-eu';
const name = 'drop_table';
const scopes = fc.subarray(['db:admin', 'db:write', 'audit']);
/** Any authority that code can have. */
const authorities: fc.Arbitrary<ToolAuthority> = fc
  .record({
    effect: fc.constantFrom('read', 'write', 'destructive'),
    requires: scopes.map((list) => list.toSorted()),
    trusted: fc.boolean(),
    redact: fc.boolean(),
    verify: fc.boolean(),
    revert: fc.boolean(),
  })
  .map(({ redact, ...fields }) => ({
    ...fields,
    redact: redact || !fields.trusted,
    binding: codeAuthority.binding,
  }));
/** Two that differ in one field or in several. */
const pairs = fc.tuple(authorities, authorities).filter(([left, right]) => !isDeepStrictEqual(left, right));

/** Every field of an authority, each of them changed alone. */
const strict: ToolAuthority = { ...codeAuthority, effect: 'destructive', requires: ['db:admin'] };
/** Of a tool that is trusted: only such a one can go without. */
const candid: ToolAuthority = { ...strict, trusted: true };
const changes: readonly (readonly [keyof ToolAuthority, Partial<ToolAuthority>])[] = [
  ['effect', { effect: 'read' }],
  ['effect', { effect: 'write' }],
  ['requires', { requires: [] }],
  ['requires', { requires: ['db:write'] }],
  ['requires', { requires: ['audit', 'db:admin'] }],
  ['trusted', { trusted: true }],
  ['redact', { redact: false }],
  ['verify', { verify: true }],
  ['revert', { revert: true }],
  ['gateTimeoutMs', { gateTimeoutMs: 60_000 }],
];

function specOf(authority: ToolAuthority, version = '1.0.0'): ToolSpec {
  return readSpec({
    name,
    version,
    description: 'Drops a table.',
    inputSchema: { type: 'object' },
    outputSchema: {},
    authority,
  });
}

function workOf({ verify, revert }: ToolAuthority): BindingOptions {
  return {
    handler: () => 'done',
    ...(verify && { verify: () => ({ done: false }) }),
    ...(revert && { revert: () => undefined }),
  };
}

function toolOf(authority: ToolAuthority, version = '1.0.0'): Tool {
  const { effect, requires, trusted, redact, gateTimeoutMs } = authority;
  return defineTool({
    name,
    version,
    description: 'Drops a table.',
    inputSchema: { type: 'object' },
    effect,
    requires,
    trusted,
    redact,
    gateTimeoutMs,
    ...workOf(authority),
  } as unknown as Parameters<typeof defineTool>[0]);
}

function fieldsOf(differences: readonly SpecDifference[] = []): readonly string[] {
  return [...new Set(differences.map(({ field }) => field))];
}

async function open(authority: ToolAuthority): Promise<ToolCatalog> {
  const catalog = await openCatalog(memoryStore());
  await catalog.register(specOf(authority));
  return catalog;
}

describe.each(changes)('a tool of which only the %s is another: %j', (field, change) => {
  const before = field === 'redact' ? candid : strict;
  const other = { ...before, ...change };
  const [locked, actual] = [authorityDigest({ authority: before }), authorityDigest({ authority: other })];
  const moved = { parts: ['authority'], authority: { locked, actual } };

  it('has another digest of the authority, and the same of the definition', () => {
    expect(actual).not.toBe(locked);
    expect(specDigest(specOf(other))).toBe(specDigest(specOf(before)));
    expect(toolOf(other).digest).toBe(toolOf(before).digest);
    expect(toolOf(other).authorityDigest).toBe(actual);
  });

  it('[S6] is refused by a sealed registry with a lock', () => {
    const error = errorOf(() => createToolRegistry([toolOf(other)], { lock: lockTools([toolOf(before)]) }));

    const digest = specDigest(specOf(before));
    expect(error.code).toBe('E_LOCK_MISMATCH');
    expect(error.message).toContain(`"${name}" is changed (authority)`);
    expect(error.context.differences).toEqual([
      { name, kind: 'changed', ...moved, locked: digest, actual: digest },
    ]);
  });

  it('[S6] is refused by a sealed catalogue, with a lock and without', async () => {
    const catalog = await open(before);
    const lock = lockCatalog(catalog);
    await sealCatalog(catalog, [toolOf(before)], { consumer, lock });

    const error = await rejectionOf(sealCatalog(catalog, [toolOf(other)], { consumer }));
    expect(error.code).toBe('E_SPEC_MISMATCH');
    expect(error.message).toContain('differs in version "1.0.0" in authority');
    await catalog.register(specOf(other, '2.0.0'));
    const bindings = { [name]: workOf(other) };
    const refusal = await rejectionOf(sealCatalog(catalog, bindings, { consumer, lock }));
    expect(refusal).toMatchObject({ code: 'E_LOCK_MISMATCH', context: { differences: [moved] } });
  });

  it('is found by verifyLock in the catalogue, in tools and in specs', async () => {
    const catalog = await open(before);
    const lock = parseLock(formatLock(lockCatalog(catalog)));
    await catalog.register(specOf(other, '1.0.1'));

    for (const against of [catalog, [toolOf(other)], [specOf(other)], createToolRegistry([toolOf(other)])]) {
      expect(verifyLock(lock, against)).toMatchObject({
        isOk: false,
        tools: [{ status: 'changed', ...moved }],
      });
    }
    expect(verifyLock(lock, [toolOf(before)]).isOk).toBe(true);
  });

  it('is found by preflight, which says that it is the authority, and where', async () => {
    const catalog = await open(before);
    const lock = lockCatalog(catalog);
    await catalog.register(specOf(other, '1.0.1'));

    const report = await preflight(lock, { catalog });

    expect(report.tools).toMatchObject([
      {
        status: 'changed',
        ...moved,
        reason: `What a call of it may do is not what was locked: it differs in authority.${field}.`,
      },
    ]);
    expect(formatPreflight(report)).toContain(`Authority: locked ${locked.slice(10, 22)}`);
    expect(formatPreflight(report)).not.toContain('Digest:');
  });

  it('[C3] is a conflict under the same version', async () => {
    const catalog = await open(before);

    const error = await rejectionOf(catalog.register(specOf(other)));

    expect(error.code).toBe('E_VERSION_CONFLICT');
    expect(fieldsOf(error.context.differences as readonly SpecDifference[])).toEqual(['authority']);
  });

  it('waits as a draft where changes are reviewed, with a finding and a difference to read', async () => {
    const catalog = await open(before);
    await catalog.setPolicy({ compatibility: 'review' });

    const { draft } = await catalog.register(specOf(other, '2.0.0'), { by: 'eve' });

    expect(draft?.findings[0]).toMatchObject({ rule: 'authority-change', pointer: `/authority/${field}` });
    expect(catalog.get(name)?.spec.version).toBe('1.0.0');
    const review = catalog.reviewDraft(name);
    expect(fieldsOf(review.differences)).toEqual(['version', 'authority']);
    expect(review.differences?.at(-1)?.pointer).toContain(`/authority/${field}`);
  });

  it('is published with both digests where nobody decides, and says so', async () => {
    const catalog = await open(before);
    await catalog.register(specOf(other, '2.0.0'));

    expect((await catalog.events(1))[0]).toMatchObject({
      type: 'tool-updated',
      from: { version: '1.0.0', authorityDigest: locked },
      to: { version: '2.0.0', authorityDigest: actual },
    });
    expect((await catalog.events(1))[0]?.findings?.[0]).toMatchObject({
      rule: 'authority-change',
      severity: 'warning',
      pointer: `/authority/${field}`,
    });
  });

  it('[C7] is in a snapshot, and in what two of them differ', async () => {
    const [first, after] = [(await open(before)).snapshot(), (await open(other)).snapshot()];
    const restored = await openCatalog(memoryStore());
    await restored.restore(JSON.parse(JSON.stringify(after)));

    expect(JSON.stringify(restored.snapshot())).toBe(JSON.stringify(after));
    expect(fieldsOf(diffSnapshots(first, after).changed[0]?.spec)).toEqual(['authority']);
    await restored.restore(first);
    expect((await restored.events()).at(-1)).toMatchObject({
      type: 'tool-restored',
      from: { authorityDigest: actual },
      to: { authorityDigest: locked },
    });
  });

  it('does not fit a toolset that was applied before, not even under the same version', async () => {
    const catalog = await open(before);
    const { toolsets } = catalog;
    await toolsets.apply(toolsets.plan({ name: 'ops', tools: [{ tool: name }] }));
    await catalog.remove(name);
    await catalog.register(specOf(other));

    const sealing = sealCatalog(catalog, [toolOf(other)], { consumer, toolset: 'ops' });

    expect((await rejectionOf(sealing)).context.mismatches).toEqual([
      { name, kind: 'replaced', version: '1.0.0' },
    ]);
    expect(toolsets.plan({ name: 'ops', tools: [{ tool: name }] }).changes).toMatchObject([
      { kind: 'updated', before: { authorityDigest: locked }, after: { authorityDigest: actual } },
    ]);
  });

  it('is not what was signed', async () => {
    const { privateKey, publicKey } = await createPublisherKey();
    const signature = await signSpec(specOf(before), privateKey);
    const verify = (authority: ToolAuthority) =>
      verifySignature(signature, { spec: specOf(authority) }, { trustedKeys: [publicKey] });

    expect((await verify(before)).publicKey).toBe(publicKey);
    expect((await rejectionOf(verify(other))).context).toMatchObject({ reason: 'wrong-subject' });
  });
});

describe('any two authorities that differ', () => {
  it('[S6] have different digests, and a lock of the one refuses the other', () => {
    fc.assert(
      fc.property(pairs, ([one, other]) => {
        const [left, right] = [toolOf(one), toolOf(other)];

        expect(left.authorityDigest).not.toBe(right.authorityDigest);
        expect(left.digest).toBe(right.digest);
        expect(authorityDigest(toSpec(left))).toBe(left.authorityDigest);
        expect(errorOf(() => createToolRegistry([right], { lock: lockTools([left]) })).code).toBe(
          'E_LOCK_MISMATCH',
        );
      }),
    );
  });

  it('[S6] never let code run with less than was published, whatever its binding says', async () => {
    const ranks = { read: 0, write: 1, destructive: 2 };
    await fc.assert(
      fc.asyncProperty(authorities, authorities, fc.boolean(), async (published, wanted, isStated) => {
        const catalog = await openCatalog(memoryStore());
        const { authority: _, ...unstated } = specOf(published);
        await catalog.register(isStated ? specOf(published) : unstated);
        const least: ToolAuthority = isStated ? published : { ...codeAuthority, effect: 'destructive' };
        const { effect, requires, trusted, redact } = wanted;
        const binding = { ...workOf(wanted), effect, requires, trusted, redact };

        const options = { consumer, onMismatch: 'leave-out' } as const;
        const seals = await Promise.all([
          sealCatalog(catalog, { [name]: binding }, options),
          sealCatalog(catalog, { [name]: workOf(wanted) }, options),
          sealCatalog(catalog, [toolOf(wanted)], options),
        ]);

        for (const seal of seals) {
          for (const { authority } of seal.tools) {
            expect(ranks[authority.effect]).toBeGreaterThanOrEqual(ranks[least.effect]);
            expect(least.requires.every((scope) => authority.requires.includes(scope))).toBe(true);
            expect(authority.trusted && !least.trusted).toBe(false);
            expect(!authority.redact && least.redact).toBe(false);
            expect(authority).toMatchObject({ verify: least.verify, revert: least.revert });
          }
        }
        const isSame = isDeepStrictEqual(wanted, least);
        expect(seals[2].tools).toHaveLength(isSame ? 1 : 0);
      }),
    );
  });

  it('are held by review both ways, and approved only with the digest of the one that was read', async () => {
    await fc.assert(
      fc.asyncProperty(pairs, async ([one, other]) => {
        const catalog = await open(one);
        await catalog.setPolicy({ compatibility: 'review' });
        await catalog.register(specOf(other, '2.0.0'), { by: 'eve' });
        const digest = specDigest(specOf(other));
        const approve = (authority?: ToolAuthority) =>
          catalog.approve(name, {
            by: 'ann',
            digest,
            ...(authority && { authorityDigest: authorityDigest({ authority }) }),
          });

        expect((await rejectionOf(approve())).code).toBe('E_INVALID_OPTION');
        expect((await rejectionOf(approve(one))).code).toBe('E_PLAN_STALE');
        expect((await approve(other)).spec.authority).toEqual(other);
      }),
      { numRuns: 30 },
    );
  });
});

describe('the approval setting that a toolset gives a tool', () => {
  const toolset = 'ops';
  type Autonomy = 'allow' | 'ask' | 'deny' | undefined;
  type Policy = { readonly autonomy?: Exclude<Autonomy, undefined>; readonly requires?: readonly string[] };
  const policyOf = (autonomy: Autonomy): Policy => (autonomy === undefined ? {} : { autonomy });
  const locks: readonly (readonly [before: Autonomy, after: Autonomy])[] = [
    ['ask', 'allow'],
    ['ask', undefined],
    ['allow', 'ask'],
    [undefined, 'ask'],
  ];

  async function apply({ toolsets }: ToolCatalog, policy: Policy): Promise<void> {
    await toolsets.apply(toolsets.plan({ name: toolset, tools: [{ tool: name, policy }] }));
  }

  async function openWith(policy: Policy): Promise<ToolCatalog> {
    const catalog = await open(strict);
    await apply(catalog, policy);
    return catalog;
  }

  it.each(locks)('[S6] is covered by the lock of a seal: %s is not %s', async (before, after) => {
    const catalog = await openWith(policyOf(before));
    const first = await sealCatalog(catalog, [toolOf(strict)], { consumer, toolset });
    const lock = lockTools(first.tools);
    await apply(catalog, policyOf(after));

    for (const bindings of [[toolOf(strict)], { [name]: workOf(strict) }]) {
      const sealing = sealCatalog(catalog, bindings, { consumer, toolset, lock });
      expect(await rejectionOf(sealing)).toMatchObject({
        code: 'E_LOCK_MISMATCH',
        context: { differences: [{ name, kind: 'changed', parts: ['authority'] }] },
      });
    }
    const renewed = await rejectionOf(
      sealCatalog(catalog, [toolOf(strict)], { consumer, toolset }).then(({ tools }) =>
        Promise.resolve(createToolRegistry(tools, { lock })),
      ),
    );
    expect(renewed.code).toBe('E_LOCK_MISMATCH');
    await apply(catalog, policyOf(before));
    await sealCatalog(catalog, [toolOf(strict)], { consumer, toolset, lock });
  });

  it('[S6] is covered when a seal with a lock is renewed', async () => {
    const catalog = await openWith({ autonomy: 'ask' });
    const first = await sealCatalog(catalog, [toolOf(strict)], { consumer, toolset });
    const lock = lockTools(first.tools);
    const seal = await sealCatalog(catalog, [toolOf(strict)], { consumer, toolset, lock });
    await apply(catalog, { autonomy: 'allow' });

    expect((await rejectionOf(Promise.resolve().then(() => seal.renew()))).code).toBe('E_LOCK_MISMATCH');
    expect(first.renew().tools[0]?.authorityDigest).toBe(toolOf(strict).authorityDigest);
  });

  it.each([...locks, ['deny', 'allow'], ['deny', 'ask'], ['ask', 'deny']] as const)(
    '[S6] is covered by the lock of a toolset, by verifyLock and by preflight: %s is not %s',
    async (before, after) => {
      const catalog = await openWith(policyOf(before));
      const lock = parseLock(formatLock(lockCatalog(catalog, { toolset })));
      expect(verifyLock(lock, catalog, { toolset }).isOk).toBe(true);
      expect((await preflight(lock, { catalog, toolset })).isReady).toBe(true);

      await apply(catalog, policyOf(after));

      for (const options of [{ toolset }, { toolset, versions: 'locked' as const }]) {
        expect(verifyLock(lock, catalog, options).tools).toMatchObject([
          { status: 'changed', parts: ['authority'], differences: [{ pointer: '/authority/autonomy' }] },
        ]);
        expect((await preflight(lock, { catalog, ...options })).tools).toMatchObject([
          {
            status: 'changed',
            reason: 'What a call of it may do is not what was locked: it differs in authority.autonomy.',
          },
        ]);
      }
    },
  );

  it.each([undefined, 'ask'] as const)(
    'is compared with what was locked where the toolset has set a time since, beside %s',
    async (autonomy) => {
      const catalog = await openWith(policyOf(autonomy));
      const lock = lockCatalog(catalog, { toolset });
      const tools = [{ tool: name, policy: policyOf('ask') }];

      await catalog.toolsets.apply(catalog.toolsets.plan({ name: toolset, gateTimeoutMs: 3_600_000, tools }));

      const [tool] = verifyLock(lock, catalog, { toolset }).tools;
      const pointers = tool?.status === 'changed' && tool.differences?.map(({ pointer }) => pointer).sort();
      expect(pointers).toEqual([
        ...(autonomy === 'ask' ? [] : ['/authority/autonomy']),
        '/authority/gateTimeoutMs',
      ]);
    },
  );

  it('is the same in the lock of a toolset and in that of its seal, with the scopes that it adds', async () => {
    const catalog = await openWith({ autonomy: 'ask', requires: ['zebra', 'audit', 'db:admin'] });
    const seal = await sealCatalog(catalog, [toolOf(strict)], { consumer, toolset });
    const lock = lockCatalog(catalog, { toolset });

    expect(lock.tools[name]?.authorityDigest).toBe(seal.tools[0]?.authorityDigest);
    expect(seal.tools[0]?.authority).toEqual({
      ...strict,
      requires: ['audit', 'db:admin', 'zebra'],
      autonomy: 'ask',
    });
    await apply(catalog, { autonomy: 'ask', requires: ['audit'] });
    expect(verifyLock(lock, catalog, { toolset }).tools).toMatchObject([{ parts: ['authority'] }]);
  });

  it('leaves the digest as it is where it is the default, and is no part of a spec', async () => {
    const catalog = await openWith({ autonomy: 'allow' });
    const { tools } = await sealCatalog(catalog, [toolOf(strict)], { consumer, toolset });
    await apply(catalog, { autonomy: 'ask' });
    const asking = (await sealCatalog(catalog, [toolOf(strict)], { consumer, toolset })).tools[0] as Tool;

    expect(tools[0]?.authorityDigest).toBe(toolOf(strict).authorityDigest);
    expect(lockCatalog(catalog, { toolset })).not.toEqual(lockCatalog(catalog));
    expect(wrapTool(asking, (functions) => functions).authorityDigest).toBe(asking.authorityDigest);
    expect(asking.digest).toBe(toolOf(strict).digest);
    expect(toSpec(asking)).toEqual(toSpec(toolOf(strict)));
    const stated = () => readSpec({ ...specOf(strict), authority: { ...strict, autonomy: 'ask' } });
    expect(errorOf(stated).message).toContain('autonomy is not known');
  });

  it('[S6] has the time of approvals, the shortest of tool, toolset and entry, and none where nothing sets one', async () => {
    const timed = { ...strict, gateTimeoutMs: 60_000 };
    const catalog = await open(timed);
    const timeouts: (number | undefined)[] = [];
    for (const gateTimeoutMs of [undefined, 90_000, 30_000]) {
      const { toolsets } = catalog;
      const limit = gateTimeoutMs === undefined ? {} : { gateTimeoutMs };
      const entry = { tool: name, policy: gateTimeoutMs === 30_000 ? { gateTimeoutMs: 20_000 } : {} };
      await toolsets.apply(toolsets.plan({ name: toolset, ...limit, tools: [entry] }));
      const [tool] = (await sealCatalog(catalog, { [name]: workOf(timed) }, { consumer, toolset })).tools;
      const lock = lockCatalog(catalog, { toolset });
      expect(lock.tools[name]?.authorityDigest).toBe(tool?.authorityDigest);
      await expect(toolsets.import(toolsets.export(toolset))).resolves.toEqual(toolsets.get(toolset));
      timeouts.push(tool?.gateTimeoutMs);
    }

    expect(timeouts).toEqual([60_000, 60_000, 20_000]);
    expect(Object.keys(toolOf(strict).authority)).not.toContain('gateTimeoutMs');
    expect(toSpec(toolOf(timed)).authority).toEqual(timed);
    for (const wrong of [0, 1.5, 2 ** 31, '1d']) {
      const plan = () =>
        catalog.toolsets.plan({ name: toolset, gateTimeoutMs: wrong as number, tools: [{ tool: name }] });
      expect(errorOf(plan).message).toContain('gateTimeoutMs must be a whole number of milliseconds');
      expect(errorOf(() => toolOf({ ...strict, gateTimeoutMs: wrong as number })).message).toContain(
        'gateTimeoutMs must be a whole number from 1 to 2147483647',
      );
    }
  });

  it('makes a revision, and a plan that shows it, where only the time of approvals changes', async () => {
    const catalog = await openWith({});
    const { toolsets } = catalog;
    const before = toolsets.get(toolset);
    const plan = toolsets.plan({ name: toolset, gateTimeoutMs: 60_000, tools: [{ tool: name }] });
    const after = await toolsets.apply(plan);

    expect(plan.changes).toMatchObject([
      { tool: name, kind: 'overridden', policy: { after: { gateTimeoutMs: 60_000 } } },
    ]);
    expect([after.revision, after.setDigest === before?.setDigest]).toEqual([2, false]);
  });

  it('is looked at only in a toolset that there is, and in the versions that it has', async () => {
    const catalog = await openWith({ autonomy: 'ask' });
    const lock = lockCatalog(catalog, { toolset });
    await catalog.register({ ...specOf(strict, '2.0.0'), name: 'other' });
    await catalog.register(specOf(codeAuthority, '2.0.0'));

    expect(lockCatalog(catalog, { toolset })).toEqual(lock);
    expect(verifyLock(lock, catalog, { toolset }).isOk).toBe(true);
    expect((await preflight(lock, { catalog, toolset })).isReady).toBe(true);
    const more = lockCatalog(catalog, { names: ['other'] });
    expect(verifyLock(more, catalog, { toolset, names: ['other'] }).tools[0]?.status).toBe('missing');
    expect((await preflight(more, { catalog, toolset })).tools[0]?.reason).toBe(
      'The toolset has no such tool.',
    );
    expect(errorOf(() => lockCatalog(catalog, { toolset, names: ['other'] })).code).toBe('E_TOOL_NOT_FOUND');
    const missing = { toolset: 'none' };
    expect(errorOf(() => lockCatalog(catalog, missing)).code).toBe('E_TOOLSET_NOT_FOUND');
    expect(errorOf(() => verifyLock(lock, catalog, missing)).code).toBe('E_TOOLSET_NOT_FOUND');
    expect((await rejectionOf(preflight(lock, { catalog, ...missing }))).code).toBe('E_TOOLSET_NOT_FOUND');
    const both = { toolset, versions: { [name]: { version: '1.0.0' } } };
    expect(errorOf(() => lockCatalog(catalog, both)).context).toMatchObject({ option: 'versions' });
  });
});

describe('the authority of a spec', () => {
  it('[C1] is read with its defaults, in one order', () => {
    const read = (authority: unknown) => readSpec({ ...specOf(strict), authority }).authority;

    expect(read({})).toEqual(codeAuthority);
    expect(read({ requires: ['b', 'a'], effect: 'read' })).toEqual({
      ...codeAuthority,
      effect: 'read',
      requires: ['a', 'b'],
    });
    expect(Object.keys(read({ trusted: true, effect: 'read' }) ?? {})).toEqual(Object.keys(codeAuthority));
    expect(authorityDigest({ authority: read({}) as ToolAuthority })).toBe(
      toolOf(codeAuthority).authorityDigest,
    );
  });

  it.each([
    [null, 'authority'],
    [{ effect: 'none' }, 'effect must be one of read, write, destructive'],
    [{ requires: 'db:admin' }, 'requires must be'],
    [{ requires: ['a', 'a'] }, 'requires must be'],
    [{ requires: [''] }, 'requires must be'],
    [{ requires: [1] }, 'requires must be'],
    [{ trusted: 'yes' }, 'trusted must be true or false'],
    [{ redact: false }, 'redact can be false only'],
    [{ approval: 'never' }, 'approval is not known'],
    [{ binding: 'code' }, 'binding must be an object'],
    [{ binding: { kind: 'http' } }, 'binding.digest is missing'],
    [{ binding: { kind: 'code', digest: specDigest(specOf(strict)) } }, 'binding.digest'],
    [{ binding: { kind: 'HTTP' } }, 'binding.kind must be'],
  ])('[C1] is refused as %j', (authority, problem) => {
    const error = errorOf(() => readSpec({ ...specOf(strict), authority }));

    expect(error).toMatchObject({ code: 'E_INVALID_SPEC', context: { toolName: name, field: 'authority' } });
    expect(error.message).toContain(problem);
  });

  it('[C7] is absent in a snapshot of before, which counts as the most restrictive', async () => {
    const { authority: _, ...old } = specOf(strict);
    const catalog = await openCatalog(memoryStore());
    await catalog.restore({
      snapshotVersion: 1,
      tools: [{ spec: old, enabled: true, createdAt: '2026-01-01T00:00:00.000Z', revision: 1, history: [] }],
      quarantinedNames: [],
      documents: [],
    });

    const seal = await sealCatalog(catalog, { [name]: () => 'done' }, { consumer });

    expect(readSnapshot(catalog.snapshot()).tools[0]?.spec).toEqual(old);
    expect(seal.resolve(name)).toMatchObject({ effect: 'destructive', trusted: false, requires: [] });
    const weaker = sealCatalog(catalog, { [name]: { effect: 'read', handler: () => 'x' } }, { consumer });
    expect((await rejectionOf(weaker)).code).toBe('E_SPEC_MISMATCH');
  });

  it('can be stated once for a version that has none, which review sees', async () => {
    const { authority: _, ...old } = specOf(strict);
    const catalog = await openCatalog(memoryStore());
    await catalog.register(old);
    const seal = await sealCatalog(catalog, { [name]: () => 'done' }, { consumer });

    await catalog.register(specOf(strict));

    expect(catalog.versions(name)).toHaveLength(1);
    expect(catalog.get(name)?.spec).toEqual(specOf(strict));
    expect((await catalog.events()).at(-1)).toMatchObject({
      type: 'tool-updated',
      from: { version: '1.0.0', authorityDigest: authorityDigest({}) },
      to: { version: '1.0.0', authorityDigest: authorityDigest({ authority: strict }) },
    });
    expect(seal.leftOut()).toMatchObject([{ name, reason: 'replaced' }]);
    expect(seal.renew().resolve(name)?.authority).toEqual(strict);
    for (const other of [old, specOf(codeAuthority)]) {
      expect((await rejectionOf(catalog.register(other))).code).toBe('E_VERSION_CONFLICT');
    }

    const reviewed = await openCatalog(memoryStore());
    await reviewed.register(old);
    await reviewed.setPolicy({ compatibility: 'review' });
    expect((await reviewed.register(specOf(codeAuthority), { by: 'eve' })).draft).toBeDefined();
    const digests = {
      digest: specDigest(old),
      authorityDigest: authorityDigest({ authority: codeAuthority }),
    };
    await reviewed.approve(name, { ...digests, by: 'ann' });
    expect(reviewed.get(name)?.spec.authority).toEqual(codeAuthority);
  });

  it.each([
    ['1.0.1', strict, undefined],
    ['1.1.0', { ...strict, trusted: true }, undefined],
    ['1.0.1', { ...strict, trusted: true }, 'minor'],
    ['1.0.1', { ...strict, effect: 'read' }, 'minor'],
    ['1.0.1', { ...strict, revert: true }, 'minor'],
    ['1.1.0', { ...strict, requires: [] }, undefined],
    ['1.1.0', { ...strict, requires: ['db:admin', 'x'] }, 'major'],
    ['2.0.0', { ...strict, requires: ['db:admin', 'x'] }, undefined],
  ] as const)('needs a step to %s by "semver" where it is %j: %s', async (version, authority, needs) => {
    const catalog = await open(strict);
    await catalog.setPolicy({ compatibility: 'semver' });

    const registering = catalog.register(specOf(authority, version));

    if (needs === undefined) expect((await registering).spec.version).toBe(version);
    else {
      const error = await rejectionOf(registering);
      expect(error).toMatchObject({ code: 'E_INCOMPATIBLE_VERSION', context: { needs } });
      expect(error.message).toContain('[authority-change]');
    }
  });

  it('is read by no model: what is shown of a tool does not hold it', () => {
    const shown = JSON.stringify(toolOf({ ...strict, requires: ['very:secret'] }).describe());

    expect(shown).not.toContain('very:secret');
    expect(shown).not.toContain('authority');
  });
});
