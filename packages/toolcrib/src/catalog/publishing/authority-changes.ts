import { findChangedFields, findWeakerFields, type ToolAuthority } from '../../core/authority.ts';
import type { CatalogFinding } from '../catalog-event.ts';
import { authorityOf } from '../spec-authority.ts';
import type { ToolSpec } from '../tool-spec.ts';
import { boundFinding } from './bound-finding.ts';
import type { VersionStep } from './version-step.ts';

/** What a reviewer has to know of the authority of a new version: a finding for each field that is another. */
export function findAuthorityChanges(before: ToolSpec, after: ToolSpec): readonly CatalogFinding[] {
  const [left, right] = [authorityOf(before), authorityOf(after)];
  const [weaker, stricter] = [findWeakerFields(right, left), findWeakerFields(left, right)];
  return findChangedFields(left, right).map((field) => {
    const isIn = (fields: readonly string[]) => fields.includes(field);
    const verdict = isIn(weaker) ? ', which is weaker' : isIn(stricter) ? ', which is stricter' : '';
    const [was, becomes] = [toText(left[field]), toText(right[field])];
    return boundFinding({
      rule: 'authority-change',
      severity: 'warning',
      pointer: `/authority/${field}`,
      message: `Its ${field} was ${was}${said(before)} and becomes ${becomes}${said(after)}${verdict}.`,
    });
  });
}

/**
 * The step that a change of authority needs. What can keep a caller from a call that could be made before is a break, as
 * is anything that was lost or is run by something else; the rest is at least an addition. To state an authority for the
 * first time needs no step.
 */
export function authorityStep(before: ToolSpec, after: ToolSpec): VersionStep {
  if (before.authority === undefined) return 'patch';
  const [left, right] = [authorityOf(before), authorityOf(after)];
  const changed = findChangedFields(left, right);
  if (changed.length === 0) return 'patch';
  const isStricter = findWeakerFields(left, right).some(
    (field) => field === 'effect' || field === 'requires',
  );
  const isLost = (left.verify && !right.verify) || (left.revert && !right.revert);
  return isStricter || isLost || changed.includes('binding') ? 'major' : 'minor';
}

function toText(value: ToolAuthority[keyof ToolAuthority]): string {
  return value === undefined ? 'not set' : JSON.stringify(value);
}

/** What is not stated counts as the most restrictive. */
function said({ authority }: ToolSpec): string {
  return authority === undefined ? ' (not stated)' : '';
}
