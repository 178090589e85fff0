import { describe, expect, it } from 'vitest';
import { createKey } from '../../../../test/calls/call-world.ts';
import type { KeyRecord } from '../store/service-store.ts';
import type { Grant } from './grant.ts';
import { everythingGrant } from './operator-principal.ts';
import { createSelfApproval } from './self-approval.ts';

/** Makers by the name of the key, and what a key may do beside nothing. */
const made: Readonly<Record<string, readonly [maker: string, grant?: Grant]>> = {
  root: ['operator', everythingGrant],
  reader: ['operator', { ...everythingGrant, roles: ['viewer'] }],
  local: ['operator', { ...everythingGrant, tenant: 'default' }],
  scoped: ['operator', { ...everythingGrant, scopes: ['a'] }],
  narrow: ['operator', { ...everythingGrant, toolsets: ['a'] }],
  second: ['key:root', everythingGrant],
  'by-root-1': ['key:root'],
  'by-root-2': ['key:root'],
  'by-reader-1': ['key:reader'],
  'by-reader-2': ['key:reader'],
  'by-local-1': ['key:local'],
  'by-local-2': ['key:local'],
  'by-scoped-1': ['key:scoped'],
  'by-scoped-2': ['key:scoped'],
  'by-narrow-1': ['key:narrow'],
  'by-narrow-2': ['key:narrow'],
  'by-second-1': ['key:second'],
  'by-second-2': ['key:second'],
  'by-ann-1': ['token:issuer#ann'],
  'by-ann-2': ['token:issuer#ann'],
  'by-by-ann-1': ['key:by-ann-1'],
  'by-bob': ['token:issuer#bob'],
  circle: ['key:circle'],
};

async function getKey(id: string): Promise<KeyRecord | undefined> {
  const [createdBy, grant] = made[id] ?? [];
  return createdBy === undefined ? undefined : createKey(id, { createdBy, grants: grant ? [grant] : [] });
}

const { isSamePerson } = createSelfApproval({ store: { getKey }, isAllowed: false });

describe('the author of a call or draft', () => {
  it.each([
    ['key:by-root-1', 'key:by-root-1'],
    ['key:root', 'key:by-root-1'],
    ['key:root', 'key:by-second-1'],
    ['key:second', 'key:by-second-1'],
    ['key:by-second-1', 'key:second'],
    ['key:by-second-1', 'key:by-second-2'],
    ['key:by-reader-1', 'key:by-reader-2'],
    ['key:by-local-1', 'key:by-local-2'],
    ['key:by-scoped-1', 'key:by-scoped-2'],
    ['key:by-narrow-1', 'key:by-narrow-2'],
    ['token:issuer#ann', 'key:by-ann-1'],
    ['key:by-ann-1', 'token:issuer#ann'],
    ['key:by-ann-1', 'key:by-ann-2'],
    ['key:by-ann-2', 'key:by-by-ann-1'],
    ['key:by-by-ann-1', 'key:by-ann-2'],
    ['operator', 'operator'],
    ['key:unknown', 'key:unknown'],
    ['key:circle', 'key:circle'],
  ])('%s may be the same person as the approver %s', async (author, id) => {
    expect(await isSamePerson(author, { id })).toBe(true);
  });

  it.each([
    ['key:by-root-1', 'key:root'],
    ['key:by-root-1', 'key:by-root-2'],
    ['key:by-second-1', 'key:root'],
    ['key:by-second-1', 'key:by-root-1'],
    ['key:local', 'key:reader'],
    ['key:by-local-1', 'key:by-reader-1'],
    ['operator', 'key:local'],
    ['key:local', 'operator'],
    ['operator:mcp', 'operator'],
    ['key:by-ann-1', 'key:by-bob'],
    ['key:unknown', 'key:by-bob'],
    ['key:circle', 'key:by-bob'],
  ])('%s is another person than the approver %s', async (author, id) => {
    expect(await isSamePerson(author, { id })).toBe(false);
  });
});
