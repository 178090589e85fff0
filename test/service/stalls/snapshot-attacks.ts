import { empty, escapedKeys, members } from './body-attacks.ts';
import type { StallAttack } from './stall-attacks.ts';
import type { AttackRequest, ProbedService } from './start-probed-service.ts';

const tenant = '/v1/tenants/default';

/** A dry run of a restore. */
function restore(text: string): AttackRequest {
  return { method: 'PUT', path: `${tenant}/snapshot?dryRun=true`, body: `{"snapshotVersion":1,${text}}` };
}

function restoreTool(spec: string): AttackRequest {
  const more = '"enabled":true,"createdAt":"2026-01-01T00:00:00.000Z","revision":1,"history":[]';
  return restore(`"tools":[{"spec":${spec},${more}}],"quarantinedNames":[],"documents":[]`);
}

const specWith = (list: string) =>
  `{"name":"full","version":"1.0.0","inputSchema":{"enum":[${list}]},"outputSchema":{}}`;

/** Snapshots with very large parts; the last one replaces the catalogue. */
export const snapshotAttacks: readonly StallAttack[] = [
  {
    name: 'a snapshot with 990,000 fields',
    role: 'admin',
    request: () => restore(members(990_000, '0')),
  },
  {
    name: 'a snapshot with 49,000 fields',
    role: 'admin',
    request: () => restore(members(49_000, '0')),
  },
  {
    name: 'a snapshot with an object of 990,000 members',
    role: 'admin',
    request: () => restore(`"x":{${members(990_000, '0')}}`),
  },
  {
    name: 'a snapshot with a quarantine of 49,000 fields',
    role: 'admin',
    request: () =>
      restore(`"tools":[],"quarantinedNames":[{"name":"x","quarantine":{${members(49_000, '0')}}}]`),
  },
  {
    name: 'a snapshot with a definition of 6,300,000 lists',
    role: 'admin',
    request: () =>
      restoreTool(specWith(Array.from({ length: 30 }, () => `[${empty('[]', 3 * 210_000)}]`).join())),
  },
  {
    name: 'a snapshot with a definition of 340,000 objects',
    role: 'admin',
    request: () => restoreTool(specWith(empty('{}'))),
  },
  {
    name: 'a snapshot with a definition of 80,000 keys',
    role: 'admin',
    request: () => restoreTool(specWith(`{${members(49_000, '0')}},{${escapedKeys(31_000, '')}}`)),
  },
  {
    name: 'a snapshot of 45 MB',
    role: 'admin',
    prepare: prepareLargeCatalog,
    request: () => ({ method: 'GET', path: `${tenant}/snapshot` }),
  },
];

/** Replaces the catalogue by one of 45 MB. */
async function prepareLargeCatalog(service: ProbedService): Promise<void> {
  const more = '"enabled":true,"createdAt":"2026-01-01T00:00:00.000Z","revision":1,"history":[]';
  const tools = Array.from({ length: 20_000 }, (_, index) => {
    const name = `large_${String(index).padStart(5, '0')}`;
    const description = `${index} `.repeat(2_000).slice(0, 2_000);
    const spec = { name, version: '1.0.0', description, inputSchema: {}, outputSchema: {} };
    return `{"spec":${JSON.stringify(spec)},${more}}`;
  });
  const { body } = restore(`"tools":[${tools.join()}],"quarantinedNames":[],"documents":[]`);
  await service.ask('admin', { method: 'PUT', path: `${tenant}/snapshot`, body });
}
