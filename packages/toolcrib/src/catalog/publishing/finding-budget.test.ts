import { expect, it } from 'vitest';
import type { CatalogFinding } from '../catalog-event.ts';
import { FindingBudget } from './finding-budget.ts';

const finding = (more: Partial<CatalogFinding> = {}): CatalogFinding => ({
  ...{ rule: 'copied-definition', severity: 'warning', pointer: '/name', message: 'x'.repeat(1_000) },
  ...more,
});

it('keeps all findings of a change that has few', () => {
  const findings = [finding(), finding()];

  expect(new FindingBudget().take(findings)).toBe(findings);
});

it('says how many do not fit, and keeps what was waived', () => {
  const budget = new FindingBudget();
  for (let count = 0; count < 300; count++) budget.take([finding()]);

  const waived = finding({ waiver: 'Known.' });
  const taken = budget.take([finding(), waived, finding()]);

  expect(taken).toEqual([waived, expect.objectContaining({ rule: 'more-findings' })]);
  expect(taken[1]?.message).toContain('2 more');
});
