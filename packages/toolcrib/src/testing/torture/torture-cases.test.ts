import { describe, expect, it } from 'vitest';
import { saneCall } from './cases/sane-call.ts';
import type { TortureCase } from './torture-case.ts';
import { tortureCases } from './torture-cases.ts';
import type { TortureObservation } from './torture-subject.ts';

const refused: TortureObservation = { kind: 'refused', message: 'no' };
const crashed: TortureObservation = { kind: 'crashed', message: 'died' };
const pending: TortureObservation = { kind: 'pending' };
const unsupported: TortureObservation = { kind: 'unsupported', message: 'none' };

describe('the torture cases', () => {
  it('are numbered from one to eight', () => {
    expect(tortureCases.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it.each(tortureCases)('$id fails a run that dies, hangs or cannot be tried', (torture) => {
    expect([crashed, pending, unsupported].map((each) => judge(torture, each))).toEqual([
      [false, 'run dies'],
      [false, 'hangs'],
      [false, '–'],
    ]);
  });

  it.each<[id: number, what: string, TortureObservation, passed: boolean, finding: string]>([
    [0, 'the result under the name', text('The Aare is at 17.3 degrees.'), true, 'answered'],
    [0, 'another text', text('Hello.'), false, 'lost'],
    [0, 'another name', text('The Aare is at 17.3 degrees.', ['tool_1']), false, 'lost'],
    [0, 'an error', error('The Aare is at 17.3 degrees.'), false, 'error'],
    [1, 'an error', error('Took too long.'), true, 'time-out'],
    [1, 'an answer out of nothing', text(''), false, 'no error'],
    [1, 'a tool that is refused', refused, false, 'refused'],
    [2, 'an error', error('degrees must be a number'), true, 'error'],
    [2, 'the bad value as it is', text('{"degrees":"rather warm"}'), false, 'accepted'],
    [3, 'an error', error('days must be an integer'), true, 'rejected'],
    [3, 'a mute answer', text(''), false, 'no error'],
    [3, 'a schema that is refused', refused, false, 'refused'],
    [4, 'a clash that is refused', refused, true, 'refused'],
    [4, 'the first tool', text('Answer of the elder.'), false, 'first wins'],
    [4, 'the last tool', text('Answer of the younger.'), false, 'last wins'],
    [4, 'both', text('Answer of the elder.', ['look_up_city', 'look_up_city']), false, 'both sent'],
    [4, 'an error at the call', error('Ambiguous.'), false, 'accepted'],
    [5, 'an error without details', error('The tool failed.'), true, 'redacted'],
    [5, 'the password', error('cities:not-a-real-password@'), false, 'leaks'],
    [5, 'the host', error('cannot reach db-7.internal.example'), false, 'leaks'],
    [5, 'the stack', error('Error\n    at connect (cities.ts:3:9)'), false, 'leaks'],
    [5, 'the stack as JSON', error(JSON.stringify('Error\n    at connect')), false, 'leaks'],
    [5, 'a success', text('Done.'), false, 'no error'],
    [6, 'a name that is refused', refused, true, 'refused'],
    [6, 'a legal name instead', text('Bern', ['get_weather_v2']), true, 'renamed'],
    [6, 'a legal name that cannot be called', error('No such tool', ['get_weather_v2']), false, 'unusable'],
    [6, 'the illegal name', text('Bern', ['get weather!/v2']), false, 'accepted'],
    [6, 'a digit in front', text('Bern', ['2_weather']), false, 'accepted'],
    [6, 'a name of 65 characters', text('Bern', ['a'.repeat(65)]), false, 'accepted'],
    [6, 'no name at all', text('Bern', []), false, 'accepted'],
    [7, 'a beginning that says so', text('The gauge … (output truncated)'), true, 'bounded'],
    [7, 'an error that says so', error('The result is too large.'), true, 'bounded'],
    [7, 'a beginning that does not', text('The gauge at the bridge'), false, 'cut silently'],
    [7, 'all', text('truncated'.repeat(10_000)), false, 'all sent'],
    [7, '64 kB in characters of three bytes', text(`more ${'…'.repeat(21_844)}`), false, 'all sent'],
    [8, 'an error', error('The result contains itself.'), true, 'error'],
    [8, 'a text', text('{"name":"Bern","twin":"[Circular]"}'), true, 'safe'],
    [8, 'no text', text(' '), false, 'empty'],
    [8, 'what String() makes of it', text('[object Object]'), false, '[object Object]'],
  ])('%i judges %s', (...[id, , observation, passed, finding]) => {
    expect(judge(findCase(id), observation)).toEqual([passed, finding]);
  });

  it('3 fails a library that runs the handler, whatever it says', () => {
    const trial = findCase(3).createTrial({ patienceMs: 1 });

    trial.scenario.tools[0]?.handler({ days: 'five' });

    expect(trial.judge(error('days must be an integer'))).toEqual({ passed: false, finding: 'accepted' });
  });

  it('7 gives 2 MB that say nothing of being cut', () => {
    const trial = findCase(7).createTrial({ patienceMs: 1 });

    const result = String(trial.scenario.tools[0]?.handler({}));

    expect(result.length).toBeGreaterThanOrEqual(2_000_000);
    expect(trial.judge(text(result.slice(0, 1_000)))).toEqual({ passed: false, finding: 'cut silently' });
  });
});

function text(toModel: string, offeredNames: readonly string[] = ['look_up_city']): TortureObservation {
  return { kind: 'answered', isError: false, toModel, offeredNames };
}

function error(toModel: string, offeredNames: readonly string[] = ['look_up_city']): TortureObservation {
  return { kind: 'answered', isError: true, toModel, offeredNames };
}

function judge(torture: TortureCase, observation: TortureObservation): [boolean, string] {
  const { passed, finding } = torture.createTrial({ patienceMs: 1 }).judge(observation);
  return [passed, finding];
}

function findCase(id: number): TortureCase {
  const found = [saneCall, ...tortureCases].find((each) => each.id === id);
  if (found === undefined) throw new Error(`There is no case ${id}.`);
  return found;
}
