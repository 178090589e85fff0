import { expect, it } from 'vitest';
import { openServiceDatabase } from '../store/open-service-database.ts';
import { readServiceOptions } from './read-service-options.ts';

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
