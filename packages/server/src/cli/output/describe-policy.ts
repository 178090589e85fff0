import { type JsonRecord, recordOf, textOf, textsOf } from '../client/json-fields.ts';
import { formatDuration } from './format-duration.ts';

const NONE = '-';

/** How long an approval waits by a tool or a toolset; empty if it sets no time. */
export function describeWait(record: JsonRecord): string {
  const time = timeOf(record);
  return time === '' ? '' : `waits ${time} at most`;
}

/** The policy of a tool in a toolset; empty if it says nothing. */
export function describePolicy(policy: JsonRecord): string {
  return partsOf(policy)
    .filter(({ value }) => value !== '')
    .map(({ label, value }) => label + value)
    .join(', ');
}

/** What differs between two policies: `waits 1d → 12h`. */
export function describePolicyChange(policies: JsonRecord): string {
  const before = partsOf(recordOf(policies, 'before'));
  return partsOf(recordOf(policies, 'after'))
    .flatMap(({ label, value }, index) => {
      const old = before[index]?.value ?? '';
      return old === value ? [] : [`${label}${old || NONE} → ${value || NONE}`];
    })
    .join(', ');
}

/** Those that may be long come last, where a table cuts them. */
function partsOf(policy: JsonRecord): readonly { readonly label: string; readonly value: string }[] {
  return [
    { label: '', value: textOf(policy, 'autonomy') },
    { label: 'waits ', value: timeOf(policy) },
    { label: 'requires ', value: textsOf(policy, 'requires').join(' ') },
  ];
}

function timeOf({ gateTimeoutMs }: JsonRecord): string {
  return typeof gateTimeoutMs === 'number' ? formatDuration(gateTimeoutMs) : '';
}
