import { expect, it } from 'vitest';
import { formatDuration } from './format-duration.ts';

it.each([
  [0, '0s'],
  [1, '1ms'],
  [1_500, '1s 500ms'],
  [5_400_000, '1h 30m'],
  [86_400_000, '1d'],
  [2_147_483_647, '24d 20h 31m 23s 647ms'],
])('writes %d ms as %s', (durationMs, text) => {
  expect(formatDuration(durationMs)).toBe(text);
});
