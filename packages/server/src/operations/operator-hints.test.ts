import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorTable } from 'toolcrib';
import { expect, it } from 'vitest';
import { operatorHints } from './operator-hints.ts';

const guide = join(import.meta.dirname, '../../../../docs/guide/operations.md');

it('has every code that says something about the host in the table of the guide', () => {
  const stores = Object.keys(errorTable).filter((code) => code.startsWith('E_STORE_'));
  const codes = [...stores, ...Object.keys(operatorHints), 'E_CALL_NOT_RECORDED', 'E_AUDIT_FAILED'];
  const text = readFileSync(guide, 'utf8');

  expect(codes.filter((code) => !text.includes(`\n| \`${code}\` | `))).toEqual([]);
});
