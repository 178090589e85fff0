import type { CatalogFinding } from '../catalog-event.ts';

/** Of all findings that one change records, in characters; more of them would fill its transaction and its answer. */
const MAX_CHARACTERS = 262_144;
/** Keys, quotes and the like of one finding. */
const OVERHEAD = 64;

/** Bounds what one change records of its findings. The first ones count, which are the most severe of each version. */
export class FindingBudget {
  #left = MAX_CHARACTERS;

  /** The findings that still fit, and how many more there are. What was waived is always kept: an approval needs it. */
  take(findings: readonly CatalogFinding[]): readonly CatalogFinding[] {
    const kept = findings.filter((finding) => finding.waiver !== undefined || this.#fits(finding));
    const count = findings.length - kept.length;
    return count === 0 ? findings : [...kept, untold(count)];
  }

  #fits({ rule, pointer, message, fix = '' }: CatalogFinding): boolean {
    const needed = rule.length + pointer.length + message.length + fix.length + OVERHEAD;
    if (needed > this.#left) return false;
    this.#left -= needed;
    return true;
  }
}

function untold(count: number): CatalogFinding {
  const message = `${count} more: one change records a limited number. Register the version alone to see all of them.`;
  return Object.freeze({ rule: 'more-findings', severity: 'warning', pointer: '', message });
}
