import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type LintableSpec, lintSpec } from '../../packages/toolcrib/src/lint/index.ts';
import { requireData, sharedData } from '../shared-data.ts';

interface LabelledTool {
  readonly corpus: string;
  readonly category: string;
  readonly label: 'malicious' | 'benign';
  readonly tool: LintableSpec;
}

const file = sharedData('poison/public-attacks-dev.jsonl');

function readTools(): readonly LabelledTool[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as LabelledTool);
}

function isFlagged({ tool }: LabelledTool): boolean {
  return lintSpec(tool).some(({ severity }) => severity === 'error');
}

/** A server of a demonstration has few attacks each, so that all of them are one class. */
function classOf({ corpus, category }: LabelledTool): string {
  return corpus === 'demo-servers' ? corpus : category;
}

/** Classes whose texts tell the model to do something. */
const instructing = [
  'Tool Poisoning-Command Injection',
  'Tool Poisoning-FileSystem Poisoning',
  'Tool Poisoning-Function Dependency Injection',
  'Tool Poisoning-Network Request Poisoning',
  'Tool Poisoning-Parameter Poisoning',
  'Tool Poisoning-Tool Redirection',
  'Tool Shadowing',
  'prompt_injection',
  'prompt_injection-parameter',
  'demo-servers',
];
/** Classes whose texts praise the tool, or ask for a parameter too much. */
const others = ['Preference Manipulation', 'preference_manipulation', 'out_of_scope_parameter'];
/** The text of another tool under another name: no rule for texts can find it. */
const beyondText = ['Function Overlapping'];

describe('lint of public attacks', () => {
  it.for(instructing)('finds at least 80 % of %s', (name, context) => {
    requireData(context, file);
    const attacks = readTools().filter((row) => row.label === 'malicious' && classOf(row) === name);

    const share = attacks.filter(isFlagged).length / attacks.length;

    expect(share).toBeGreaterThanOrEqual(0.8);
  });

  it.for(others)('finds at least 70 % of %s, which tells the model nothing', (name, context) => {
    requireData(context, file);
    const attacks = readTools().filter((row) => row.label === 'malicious' && classOf(row) === name);

    const share = attacks.filter(isFlagged).length / attacks.length;

    expect(share).toBeGreaterThanOrEqual(0.7);
  });

  it('has no class that is not looked at', (context) => {
    requireData(context, file);
    const attacks = readTools().filter(({ label }) => label === 'malicious');

    expect([...new Set(attacks.map(classOf))].sort()).toEqual(
      [...instructing, ...others, ...beyondText].sort(),
    );
  });

  it('has errors in at most one of a thousand real definitions', (context) => {
    requireData(context, file);
    const benign = readTools().filter(({ label }) => label === 'benign');

    expect(benign.length).toBeGreaterThan(2_000);
    expect(benign.filter(isFlagged).length / benign.length).toBeLessThanOrEqual(0.001);
  });
});
