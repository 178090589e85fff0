import { expect, it } from 'vitest';
import type { CatalogFinding } from '../catalog-event.ts';
import { FindingRoom } from './finding-room.ts';

const finding = (more: Partial<CatalogFinding> = {}): CatalogFinding => ({
  ...{ rule: 'copied-definition', severity: 'warning', pointer: '/name', message: 'x'.repeat(1_000) },
  ...more,
});

it('keeps all findings of a change that has few', () => {
  const findings = [finding(), finding()];

  expect(new FindingRoom().take(findings)).toBe(findings);
});

it('says how many it has no room for, and keeps what was waived', () => {
  const room = new FindingRoom();
  for (let count = 0; count < 300; count++) room.take([finding()]);

  const waived = finding({ waiver: 'Known.' });
  const taken = room.take([finding(), waived, finding()]);

  expect(taken).toEqual([waived, expect.objectContaining({ rule: 'more-findings' })]);
  expect(taken[1]?.message).toContain('2 more');
});
