import { copyJson } from '../core/json.ts';
import type { Compatibility, CompatibilityFinding, SchemaComparison } from './schema-comparison.ts';

/** A comparison of findings, deeply frozen. */
export function toComparison(findings: readonly CompatibilityFinding[]): SchemaComparison {
  const frozen = findings.map((finding) => {
    const witness = finding.witness === undefined ? undefined : copyJson(finding.witness);
    return Object.freeze({ ...finding, ...(witness?.ok && { witness: witness.value }) });
  });
  return Object.freeze({ verdict: judge(findings), findings: Object.freeze(frozen) });
}

function judge(findings: readonly CompatibilityFinding[]): Compatibility {
  if (findings.some(({ verdict }) => verdict === 'breaking')) return 'breaking';
  return findings.length > 0 ? 'unknown' : 'compatible';
}
