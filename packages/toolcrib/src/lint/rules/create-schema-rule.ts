import type { ConfigError } from '../../core/errors.ts';
import type { LintFinding } from '../lint-finding.ts';
import type { LintRule } from '../lint-rule.ts';
import { LintRun, type SchemaField } from '../lint-run.ts';
import { showSentence } from '../show-text.ts';

const fields: readonly SchemaField[] = ['inputSchema', 'outputSchema'];

/** A rule about schemas that are refused with some of the codes. */
export function createSchemaRule(
  id: string,
  fix: string,
  isAbout: (problem: ConfigError) => boolean,
): LintRule {
  return {
    id,
    check(spec, context) {
      const run = LintRun.of(spec, context);
      return fields.flatMap((field) => {
        const problem = run.findSchemaProblem(field);
        return problem !== undefined && isAbout(problem) ? [report({ id, fix, field, problem })] : [];
      });
    },
  };
}

interface Report {
  readonly id: string;
  readonly fix: string;
  readonly field: SchemaField;
  readonly problem: ConfigError;
}

function report({ id, fix, field, problem }: Report): LintFinding {
  const { pointer } = problem.context;
  return Object.freeze({
    rule: id,
    severity: 'error',
    pointer: `/${field}${typeof pointer === 'string' ? pointer : ''}`,
    message: showSentence(problem.message),
    fix,
  });
}
