import { runChild } from '../lib/run-child.ts';
import { type Effort, type Goal, type Line, type Row, type Section, toPeerLines } from '../lib/section.ts';
import { type Sample, sampleOf, samplesBut } from '../lib/statistics.ts';
import { type CaseName, caseNames } from '../lib/validation-cases.ts';

/** What do checks of arguments cost, once the validator is made and from the start? */
export const validationRow: Row = {
  name: 'validation',
  async run(effort) {
    const sections: Section[] = [];
    for (const caseName of caseNames) sections.push(await measureChecks(caseName, effort));
    for (const caseName of caseNames) sections.push(await measureFirstCheck(caseName, effort));
    return sections;
  },
};

async function measureChecks(caseName: CaseName, effort: Effort): Promise<Section> {
  const samples = await runChild<Sample[]>('validation', { caseName, effort });
  return toSection(samples, {
    title: `validation: ${caseName}, valid input (floor: ajv, compiled)`,
    lines: [
      ['ours, ajv injected', 'check, ajv injected', { of: 'ratio', atMost: 1.5 }],
      ['ours, no eval', 'check, default without eval'],
      ['validate(), ajv injected', 'tool.validate(), ajv injected'],
      ['validate(), no eval', 'tool.validate(), default'],
    ],
    notes: ['tool.validate() also takes a frozen copy of the arguments, which the floor does not.'],
  });
}

async function measureFirstCheck(caseName: CaseName, effort: Effort): Promise<Section> {
  const samples = await runChild<Sample[]>('first-check', { caseName, effort });
  return toSection(samples, {
    title: `validation: ${caseName}, from an unknown schema to the first answer (floor: ajv)`,
    lines: [
      ['ours, no eval', 'default without eval'],
      ['ours, ajv injected', 'ajv injected'],
    ],
  });
}

interface SectionPlan {
  readonly title: string;
  readonly lines: readonly (readonly [sample: string, name: string, goal?: Goal])[];
  readonly notes?: readonly string[];
}

function toSection(samples: readonly Sample[], { title, lines, notes = [] }: SectionPlan): Section {
  const floor = sampleOf(samples, 'floor');
  const base = { unit: 'nanoseconds', floor } as const;
  const others = samplesBut(samples, ['floor', ...lines.map(([sample]) => sample)]);
  return {
    title,
    lines: lines.map(([sample, name, goal]): Line => {
      const line = { ...base, name, ours: sampleOf(samples, sample) };
      return goal === undefined ? line : { ...line, goal };
    }),
    peers: toPeerLines(others, base),
    notes,
  };
}
