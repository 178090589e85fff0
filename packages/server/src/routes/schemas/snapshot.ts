import { z } from 'zod';
import { dateTime, jsonObject, versionName } from './fields.ts';
import { deprecation, quarantine } from './registration.ts';
import { specDifference, toolSpec } from './spec.ts';

const version = {
  spec: toolSpec,
  createdAt: dateTime,
  source: z.string().exactOptional(),
  deprecation: deprecation.exactOptional(),
};

export const snapshot = z
  .strictObject({
    snapshotVersion: z.literal(1),
    tools: z.array(
      z.strictObject({
        ...version,
        enabled: z.boolean(),
        quarantine: quarantine.exactOptional(),
        revision: z.int(),
        history: z.array(z.strictObject(version)),
      }),
    ),
    quarantinedNames: z.array(z.strictObject({ name: z.string(), quarantine })),
    documents: z.array(z.strictObject({ key: z.string(), document: jsonObject })),
  })
  .meta({ id: 'Snapshot', description: 'All that the catalogue of a tenant holds, apart from its events.' });

/** A snapshot that is sent: the catalogue reads it, and says what is wrong with it and where. */
export const snapshotRequest = z
  .looseObject({ snapshotVersion: z.literal(1) })
  .meta({ id: 'SnapshotRequest', description: 'A snapshot as `GET …/snapshot` gives it.' });

const changeOf = <Value extends z.ZodType>(value: Value) => z.strictObject({ from: value, to: value });
const optionalChangeOf = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({ from: value.exactOptional(), to: value.exactOptional() });

const snapshotEntry = z.strictObject({ name: z.string(), version: versionName });

const changedVersion = z.strictObject({
  version: versionName,
  deprecation: optionalChangeOf(deprecation).exactOptional(),
  spec: z.array(specDifference).exactOptional(),
  isReordered: z.literal(true).exactOptional(),
  createdAt: changeOf(dateTime).exactOptional(),
  source: optionalChangeOf(z.string()).exactOptional(),
});

const changedTool = z.strictObject({
  name: z.string(),
  current: changeOf(versionName).exactOptional(),
  spec: z.array(specDifference).exactOptional(),
  enabled: changeOf(z.boolean()).exactOptional(),
  quarantine: optionalChangeOf(quarantine).exactOptional(),
  addedVersions: z.array(versionName).exactOptional(),
  removedVersions: z.array(versionName).exactOptional(),
  changedVersions: z.array(changedVersion).exactOptional(),
  order: changeOf(z.array(versionName)).exactOptional(),
});

const snapshotDiff = z
  .strictObject({
    isEmpty: z.boolean(),
    added: z.array(snapshotEntry),
    removed: z.array(snapshotEntry),
    changed: z.array(changedTool),
    quarantinedNames: z.array(
      z.strictObject({
        name: z.string(),
        from: quarantine.exactOptional(),
        to: quarantine.exactOptional(),
      }),
    ),
    documents: z.array(z.string()),
  })
  .meta({ id: 'SnapshotDiff', description: 'What has to happen to one catalogue to become the other.' });

export const restoreAnswer = z
  .strictObject({
    isRestored: z.boolean().meta({ description: 'False if it was a dry run.' }),
    diff: snapshotDiff,
    digest: z.string().meta({ description: 'Of the snapshot that was sent; its ETag from now on.' }),
  })
  .meta({ id: 'RestoreAnswer', description: 'What was changed, or would be.' });
