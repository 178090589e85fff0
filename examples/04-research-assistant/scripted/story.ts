import { bodyOf, call, type Exchange, resultOf, type ScriptStep } from './exchanges.ts';

/** What the person asks first. The diary of the station has an answer, which is wrong. */
export const storyQuestion =
  'How much energy did we lose in March when T2 stood still, and was the storm to blame? Save a short report.';

/** What the person asks next, about a result of the turn before. */
export const storyFollowUp = 'What was the oil pressure of T2 in the last reading before it stopped?';

/** What the model does about the question. */
export const storySteps: readonly ScriptStep[] = [
  () => ({
    text: 'I will look for what the notes say about the storm, about T2, and about what it gives.',
    calls: [
      call('search_notes', { query: 'March storm', limit: 2 }),
      call('search_notes', { query: 'what T2 sounds like, oil', limit: 2 }),
      call('search_notes', { query: 'average output, MWh in euros', limit: 2 }),
    ],
  }),
  (exchanges) => ({
    text: '',
    calls: foundIds(exchanges).map((id) => call('read_document', { id })),
  }),
  () => ({
    text: 'The diary blames the storm and guesses 40 MWh. The readings will know better.',
    calls: [call('export_readings', { month: '2031-03' })],
  }),
  (exchanges) => ({
    text: 'That is far too much to read. I will ask for what I need.',
    calls: [call('artifact_json_length', { artifacts: exported(exchanges) })],
  }),
  // Not together with the other one: which of two long scans ends first is for the machine to say.
  (exchanges) => ({
    text: '',
    calls: [call('artifact_json_filter', { artifacts: exported(exchanges), ...withEvent })],
  }),
  (exchanges) => ({
    text: 'T2 stopped once and was started once. Hours times its average output:',
    // A slip, as models make them: the argument is called expression.
    calls: [call('calculate', { formula: `${stillHours(exchanges)} * 410 / 1000` })],
  }),
  (exchanges) => ({
    text: '',
    calls: [
      call('calculate', { expression: `${stillHours(exchanges)} * 410 / 1000` }),
      call('calculate', { expression: `${stillHours(exchanges)} * 410 / 1000 * 88` }),
    ],
  }),
  (exchanges) => ({
    text: 'Before I write that down, somebody else should look at it.',
    calls: [call('check_facts', { task: claims(exchanges) })],
  }),
  (exchanges) => ({
    text: '',
    calls: [call('save_report', { title: 'Standstill of T2 in March', body: toReport(exchanges) })],
  }),
  (exchanges) => {
    const told = bodyOf(resultOf(exchanges, 'save_report'));
    const saved = told.startsWith('Saved') ? told : `The report is not saved: ${told}`;
    return { text: `${toReport(exchanges)}\n\n${saved}` };
  },
];

/** What the model does about the next question: the export of the turn before is still there. */
export function followUpSteps(artifact: string): readonly ScriptStep[] {
  const pattern = '2031-03-13T22:16.*"T2"';
  return [
    () => ({
      text: 'The export is still there.',
      calls: [call('artifact_grep', { artifacts: [artifact], pattern })],
    }),
    (exchanges) => {
      const [, bar = '?'] = /"oil":([\d.]+)/.exec(resultOf(exchanges, 'artifact_grep')) ?? [];
      return { text: `${bar} bar at 22:16, two minutes before T2 stopped at the limit of 1.5 bar.` };
    },
  ];
}

/** The handle that a result names. */
export function artifactIn(result: string): string {
  return /artifact "([^"]+)"/.exec(result)?.[1] ?? '';
}

/** Those readings that are more than numbers. */
const withEvent = { field: '/event', operator: 'exists', value: true } as const;

function exported(exchanges: readonly Exchange[]): string[] {
  return [artifactIn(resultOf(exchanges, 'export_readings'))];
}

/** What the searches found, each once. */
function foundIds(exchanges: readonly Exchange[]): string[] {
  const lines = exchanges.flatMap(({ result }) => bodyOf(result).split('\n'));
  return [...new Set(lines.map((line) => line.split(':', 1)[0] ?? ''))];
}

/** From the trip to the restart, as the readings have them. */
function stillHours(exchanges: readonly Exchange[]): number {
  const [from, to] = ['trip', 'restart'].map((event) =>
    timeOf(resultOf(exchanges, 'artifact_json_filter'), event),
  );
  if (from === undefined || to === undefined) throw new Error('The readings do not say when T2 stood still.');
  return (to - from) / 3_600_000;
}

function timeOf(lines: string, event: string): number | undefined {
  const line = lines.split('\n').find((each) => each.includes(`"event":"${event}"`));
  const [, time] = /"at":"([^"]+)"/.exec(line ?? '') ?? [];
  return time === undefined ? undefined : Date.parse(`${time}Z`);
}

/** What the sums came to, in their order. */
function sums(exchanges: readonly Exchange[]): string[] {
  return exchanges.flatMap(({ result }) => {
    const [, value] = /"value":([\d.]+)/.exec(result) ?? [];
    return value === undefined ? [] : [value];
  });
}

function claims(exchanges: readonly Exchange[]): string {
  const [energy] = sums(exchanges);
  return `T2 stood still from 13 March 2031, 22:18, and lost ${energy} MWh. A clogged filter was the cause, not the storm.`;
}

function toReport(exchanges: readonly Exchange[]): string {
  const [energy, money] = sums(exchanges);
  return [
    `T2 stood still for ${stillHours(exchanges)} hours and lost ${energy} MWh, worth ${money} euros; the 40 MWh`,
    'of the diary are a guess. The storm is not to blame: T2 stopped on 13 March at 22:18, almost five hours',
    'before the wind rose, because the filter fitted on 9 March was too fine and clogged.',
    '(storm-diary, maintenance-t2, station-overview, tariff, readings of March)',
  ].join(' ');
}
