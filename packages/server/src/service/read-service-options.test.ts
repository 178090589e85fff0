import { expect, it } from 'vitest';
import { openServiceDatabase } from '../store/open-service-database.ts';
import { readServiceOptions } from './read-service-options.ts';

it('has approvals wait for a day or as long as it is told, and refuses what no timer can wait', async () => {
  const database = await openServiceDatabase({ dataFolder: ':memory:' });
  const read = (gateTimeoutMs?: number) => readServiceOptions({ database, gateTimeoutMs }).gateTimeoutMs;

  expect([read(), read(60_000)]).toEqual([86_400_000, 60_000]);
  for (const wrong of [0, 1.5, 2 ** 31, Number.NaN]) {
    expect(() => read(wrong)).toThrow(
      expect.objectContaining({ code: 'E_INVALID_OPTION', context: { option: 'gateTimeoutMs' } }),
    );
  }
  await database.close();
});

it('keeps calls for 30 days or as long as it is told, and refuses what is no time', async () => {
  const database = await openServiceDatabase({ dataFolder: ':memory:' });
  const read = (keepCallsDays?: number) => readServiceOptions({ database, keepCallsDays }).keepCallsDays;

  expect([read(), read(0), read(0.5)]).toEqual([30, 0, 0.5]);
  for (const wrong of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => read(wrong)).toThrow(
      expect.objectContaining({ code: 'E_INVALID_OPTION', context: { option: 'keepCallsDays' } }),
    );
  }
  await database.close();
});
