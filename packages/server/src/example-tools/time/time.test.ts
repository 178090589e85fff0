import { describe, expect, it } from 'vitest';
import { calculateDate } from './calculate-date.ts';
import { convertTime } from './convert-time.ts';
import { getTime } from './get-time.ts';

const ctx = { signal: new AbortController().signal };
const failing = (message: RegExp) => ({
  cause: { name: 'ToolError', message: expect.stringMatching(message) },
});

describe('get_time', () => {
  const now = Date.UTC(2026, 6, 1, 22, 30, 5, 999);
  const run = getTime({ now: () => now }).executor(ctx);

  it('tells the time in UTC if no zone is named', async () => {
    expect(await run({})).toEqual({
      timeZone: 'UTC',
      local: '2026-07-01T22:30:05',
      offset: '+00:00',
      weekday: 'Wednesday',
      utc: '2026-07-01T22:30:05.999Z',
    });
  });

  it.each([
    ['Asia/Kathmandu', '2026-07-02T04:15:05', '+05:45', 'Thursday'],
    ['America/New_York', '2026-07-01T18:30:05', '-04:00', 'Wednesday'],
    ['Pacific/Kiritimati', '2026-07-02T12:30:05', '+14:00', 'Thursday'],
  ])('knows the offset and the day of %s', async (...[timeZone, local, offset, weekday]) => {
    expect(await run({ timeZone })).toMatchObject({ local, offset, weekday });
  });

  it.each(['Mars/Olympus', '../etc/passwd', 'x'.repeat(64)])('refuses the zone %s', async (timeZone) => {
    await expect(run({ timeZone })).rejects.toBeInstanceOf(Error);
  });
});

describe('convert_time', () => {
  const run = convertTime.executor(ctx);

  it.each([
    ['2026-01-15T09:00', 'Europe/Zurich', 'America/New_York', '2026-01-15T03:00:00'],
    // Between the changes of the two places they are an hour closer.
    ['2026-03-20T09:00', 'Europe/Zurich', 'America/New_York', '2026-03-20T04:00:00'],
    ['2026-12-31T23:30:15', 'UTC', 'Asia/Tokyo', '2027-01-01T08:30:15'],
    // Half an hour of daylight saving time.
    ['2026-07-01 12:00', 'UTC', 'Australia/Lord_Howe', '2026-07-01T22:30:00'],
    ['2026-01-01 12:00', 'UTC', 'Australia/Lord_Howe', '2026-01-01T23:00:00'],
  ])('converts %s of %s into %s', async (...[local, from, to, expected]) => {
    expect(await run({ local, from, to: [to] })).toMatchObject({ to: [{ local: expected }] });
  });

  it('refuses a time that clocks skip', async () => {
    await expect(
      run({ local: '2026-03-29T02:30', from: 'Europe/Zurich', to: ['UTC'] }),
    ).rejects.toMatchObject(failing(/put forward/));
  });

  it('takes the first of a time that clocks show twice, and tells the second', async () => {
    const answer = await run({ local: '2026-10-25T02:30', from: 'Europe/Zurich', to: ['UTC'] });

    expect(answer).toMatchObject({
      from: { offset: '+02:00' },
      to: [{ local: '2026-10-25T00:30:00' }],
      note: expect.stringContaining('2026-10-25T01:30:00.000Z'),
    });
  });

  it.each([
    '2026-02-30T10:00',
    '2026-13-01T10:00',
    '2026-01-01T24:00',
    '0001-01-01T00:00',
    'now',
    '2026-01-01T10:00Z',
  ])('refuses %s', async (local) => {
    await expect(run({ local, from: 'UTC', to: ['UTC'] })).rejects.toMatchObject(
      failing(/no date|no local|years/),
    );
  });
});

describe('calculate_date', () => {
  const run = calculateDate.executor(ctx);

  it.each([
    ['2024-02-28', 2, 'days', '2024-03-01'],
    ['2026-01-31', 1, 'months', '2026-02-28'],
    ['2024-02-29', 1, 'years', '2025-02-28'],
    ['2026-03-31', -1, 'months', '2026-02-28'],
    ['2026-05-01', -2, 'weeks', '2026-04-17'],
    // A Friday.
    ['2026-07-31', 1, 'business_days', '2026-08-03'],
    ['2026-07-31', 6, 'business_days', '2026-08-10'],
    ['2026-08-03', -1, 'business_days', '2026-07-31'],
    // A Saturday.
    ['2026-08-01', 1, 'business_days', '2026-08-03'],
    ['2026-08-01', 5, 'business_days', '2026-08-07'],
    ['2026-08-01', -1, 'business_days', '2026-07-31'],
    ['2026-08-01', 0, 'business_days', '2026-08-01'],
  ])('counts from %s on by %i %s', async (...[date, amount, unit, expected]) => {
    expect(await run({ date, amount, unit })).toMatchObject({ date: expected });
  });

  it('tells how far two dates are apart, in both directions', async () => {
    expect(await run({ date: '2026-07-31', until: '2026-08-10' })).toEqual({
      date: '2026-08-10',
      weekday: 'Monday',
      days: 10,
      businessDays: 6,
    });
    expect(await run({ date: '2026-08-10', until: '2026-07-31' })).toMatchObject({
      days: -10,
      businessDays: -6,
    });
  });

  it('agrees with itself: what business days were added lie between', async () => {
    for (let amount = 0; amount < 30; amount++) {
      const added = await run({ date: '2026-07-29', amount, unit: 'business_days' });

      expect(added).toMatchObject({ businessDays: amount });
    }
  });

  it.each([
    { date: '2026-01-01' },
    { date: '2026-01-01', amount: 1, until: '2026-01-02' },
    { date: '2026-01-01', amount: 100_000, unit: 'years' },
    { date: '1900-01-01', amount: -1 },
    { date: '2026-1-1', amount: 1 },
  ])('refuses %o', async (args) => {
    await expect(run(args)).rejects.toMatchObject({ cause: { name: 'ToolError' } });
  });
});
