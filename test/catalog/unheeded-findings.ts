import type { CatalogEvent, Waiver } from '../../packages/toolcrib/src/catalog/index.ts';
import { lintRules } from '../../packages/toolcrib/src/lint/index.ts';

const rules = [...lintRules.map(({ id }) => id), 'look-alike-name', 'copied-definition'];

/** For whoever is compared with a model: that knows nothing of what is found in specs, and publishes all of them. */
export const waivers: readonly Waiver[] = rules.map((rule) => ({ rule, reason: 'A model is asked.' }));

/** Events as a model knows them. */
export function withoutFindings(events: readonly CatalogEvent[]): readonly CatalogEvent[] {
  return events.map(({ findings: _, ...event }) => event);
}
