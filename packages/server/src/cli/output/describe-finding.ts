import { type JsonRecord, textOf } from '../client/json-fields.ts';
import { toVisibleLine } from './visible.ts';

/** What lint has found in a tool, in one line. */
export function describeFinding(toolName: string, finding: JsonRecord): string {
  const [severity, rule] = [textOf(finding, 'severity') || 'finding', textOf(finding, 'rule')];
  return toVisibleLine(
    `${severity} ${rule}: ${toolName}${textOf(finding, 'pointer')}: ${textOf(finding, 'message')}`,
  );
}
