import { compareSpecs } from '../../compat/compare-specs.ts';
import type { ComparableSpec, SpecComparison } from '../../compat/spec-comparison.ts';
import { type LintFinding, lintSpec } from '../../lint/index.ts';
import type { LintableSpec } from '../../lint/lint-rule.ts';

/** A question about definitions that takes long to answer; JSON, so that it can be answered elsewhere. */
export type SpecCheck =
  | {
      readonly kind: 'lint';
      readonly spec: LintableSpec;
      /** The names of tools that count as known. */
      readonly toolNames: readonly string[];
    }
  | { readonly kind: 'compare'; readonly before: ComparableSpec; readonly after: ComparableSpec };

/** The answer to a {@link SpecCheck}; JSON. */
export type SpecCheckAnswer =
  | {
      readonly kind: 'lint';
      readonly findings: readonly LintFinding[];
      /** Every name of which it mattered whether there is a tool. */
      readonly askedNames: readonly string[];
    }
  | { readonly kind: 'compare'; readonly comparison: SpecComparison };

/** Who questions about definitions are answered for. */
export interface SpecCheckOptions {
  /** As the change or the read was told. */
  readonly by?: string | undefined;
  /** Stands for the change or the read. Questions that follow from answers come with the same object, so that all share one limit. */
  readonly request?: object | undefined;
}

/** Answers questions about definitions, such as on other threads. */
export interface SpecChecks {
  /**
   * Answers each question as {@link runSpecCheck} does, in their order. It may reject, which ends the change or the read
   * that needs the answers; nothing has changed then.
   */
  run(checks: readonly SpecCheck[], options?: SpecCheckOptions): Promise<readonly SpecCheckAnswer[]>;
  /** Resolves when others have had their turn; called now and then while many definitions are read. @default no pauses */
  pause?(): Promise<void>;
}

/** Answers one question about definitions, at once. Pure, and in bounded time. */
export function runSpecCheck(check: SpecCheck): SpecCheckAnswer {
  if (check.kind === 'compare') {
    return { kind: 'compare', comparison: compareSpecs(check.before, check.after) };
  }
  const known = new Set(check.toolNames);
  const asked = new Set<string>();
  const findings = lintSpec(check.spec, {
    isToolName: (name) => {
      asked.add(name);
      return known.has(name);
    },
  });
  return { kind: 'lint', findings, askedNames: [...asked] };
}
