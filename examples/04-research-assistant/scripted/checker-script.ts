import { call, resultOf, type ScriptStep } from './exchanges.ts';

/** What the fact checker does about any task. */
export const checkerSteps: readonly ScriptStep[] = [
  () => ({
    text: 'Wind and witnesses first.',
    calls: [
      call('read_document', { id: 'weather-log' }),
      call('read_document', { id: 'night-shift' }),
      call('search_notes', { query: 'clogged filter', limit: 1 }),
    ],
  }),
  (exchanges) => {
    const isFound = resultOf(exchanges, 'search_notes').includes('maintenance-t2');
    const filter = isFound ? 'maintenance-t2 has the clogged filter' : 'nothing is known of a filter';
    return {
      text: `Supported: the weather-log has calm until 03:00 on the 14th, the night-shift heard the alarm before midnight, and ${filter}.`,
    };
  },
];
