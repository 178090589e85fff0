import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CrashPlace } from '../crash/crash-place.ts';
import { describeStores } from '../crash/describe-stores.ts';
import type { MoveOutcome } from './catalog-move.ts';
import { type RaceOutcomes, type RaceResult, racerName, runRace } from './race.ts';

const PROCESSES = 8;
const ROUNDS = 6;

const processes = Array.from({ length: PROCESSES }, (_, index) => index);
const rounds = Array.from({ length: ROUNDS }, (_, index) => index);
/** Those that another one follows. */
const earlierRounds = rounds.slice(0, -1);

const conflict = { status: 'refused', code: 'E_VERSION_CONFLICT' };

describeStores(
  (kind) => `eight processes that change one catalogue in ${kind}`,
  ({ createPlace }) => {
    let place: CrashPlace;
    let race: RaceResult;

    beforeAll(async () => {
      place = await createPlace();
      race = await runRace(place, { processes: PROCESSES, rounds: ROUNDS });
    });

    afterAll(async () => {
      await place.remove();
    });

    /** What all processes were answered in a round. */
    function answersTo(move: keyof RaceOutcomes, round: number): readonly MoveOutcome[] {
      return race.outcomes[round]?.map((outcomes) => outcomes[move]) ?? [];
    }

    /** The one process that was not refused in a round. */
    function winnerOf(move: 'clash' | 'batch', round: number): number {
      const answers = answersTo(move, round);
      const winner = answers.findIndex(({ status }) => status === 'ok');
      expect(answers.filter((_, process) => process !== winner)).toEqual(Array(PROCESSES - 1).fill(conflict));
      return winner;
    }

    it('[C3] publish one of several contents of a version, and have all others refused', () => {
      for (const round of rounds) {
        const winner = winnerOf('clash', round);

        const versions = race.found.versions.get(`clash-${round}`);
        expect(versions?.map(({ spec }) => spec.description)).toEqual([`As process ${winner} sees it.`]);
      }
    });

    it('[C3] publish all of several specs, or none if one of them is refused', () => {
      for (const round of rounds) {
        const winner = winnerOf('batch', round);

        const names = [...race.found.versions.keys()].filter((name) => /^(first|last)-/.test(name));
        const ofRound = names.filter((name) => name.split('-')[1] === String(round));
        expect(ofRound).toEqual([`first-${round}-${winner}`, `last-${round}-${winner}`]);
      }
    });

    it('[C3] are all told the same of a spec that all publish', () => {
      for (const round of rounds) {
        const [first, ...others] = answersTo('same', round);
        expect(first?.status).toBe('ok');
        expect(others).toEqual(Array(PROCESSES - 1).fill(first));
      }
    });

    it('[C10] lose no version of a tool of which all publish some', () => {
      const published = processes.flatMap((process) => rounds.map((round) => `${process}.${round}.0`));
      const versions = race.found.versions.get('history')?.map(({ spec }) => spec.version);
      expect(versions?.sort()).toEqual(published);
    });

    it('[C6] have one of them told that it has removed a tool', () => {
      for (const round of earlierRounds) {
        const answers = answersTo('remove', round + 1).map(
          (outcome) => 'answer' in outcome && outcome.answer,
        );
        expect(answers.toSorted()).toEqual([...Array(PROCESSES - 1).fill(false), true]);
      }
    });

    it('number what has happened without a gap, once each, and tell by whom', () => {
      const { events, sequence } = race.found;
      const expected = [
        ...rounds.flatMap((round) => processes.map((process) => `tool-created own-${round}-${process}`)),
        ...rounds.flatMap((round) => [
          `tool-created same-${round}`,
          `tool-created clash-${round} by ${racerName(winnerOf('clash', round))}`,
          ...['first', 'last'].map((name) => `tool-created ${name}-${round}-${winnerOf('batch', round)}`),
          `tool-created batch-${round} by ${racerName(winnerOf('batch', round))}`,
        ]),
        ...earlierRounds.flatMap((round) => [`tool-removed same-${round}`, `tool-disabled clash-${round}`]),
        'tool-created history',
        ...Array(PROCESSES * ROUNDS - 1).fill('tool-updated history'),
      ];
      const told = events.map(({ type, name, by }) => {
        const hasWinner = type === 'tool-created' && /^(clash|batch)-/.test(name);
        return `${type} ${name}${hasWinner ? ` by ${by}` : ''}`;
      });

      expect(told.sort()).toEqual(expected.sort());
      expect(events.map((event) => event.sequence)).toEqual(events.map((_, index) => index + 1));
      expect(sequence).toBe(events.length);
    });

    it('[C7] end with the same bytes, each told of every event once and in order', () => {
      const { sequence, view } = race.found;
      const expected = { sequence, view, faults: [] };
      expect(race.reports).toEqual(Array(PROCESSES).fill(expected));
    });
  },
);
