import type { LintableSpec } from '../../packages/toolcrib/src/lint/index.ts';

/** A description alone, or the fields of a spec that matter. */
export type LabelledSpec = string | Partial<LintableSpec>;

/** Specs by what they try, or by why they look as if they tried something. */
export type LabelledSpecs = Readonly<Record<string, readonly LabelledSpec[]>>;

/** The whole spec; the rest is filled in with what no rule minds. */
export function toSpec(labelled: LabelledSpec): LintableSpec {
  const given = typeof labelled === 'string' ? { description: labelled } : labelled;
  return {
    name: 'some_tool',
    description: 'Does one small thing.',
    inputSchema: { type: 'object' },
    ...given,
  };
}

/** A spec with one string parameter. */
export function withParameter(
  description: string,
  parameter: Readonly<Record<string, unknown>>,
): LabelledSpec {
  const { name = 'value', ...rest } = parameter;
  return {
    description,
    inputSchema: { type: 'object', properties: { [String(name)]: { type: 'string', ...rest } } } as never,
  };
}
