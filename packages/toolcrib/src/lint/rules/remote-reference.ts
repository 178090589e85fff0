import type { LintFinding } from '../lint-finding.ts';
import type { LintRule } from '../lint-rule.ts';
import { LintRun, type SchemaField } from '../lint-run.ts';
import { showText } from '../show-text.ts';
import { toFinding } from '../to-finding.ts';
import type { VisibleText } from '../visible-texts.ts';

const id = 'remote-reference';
const fix = 'Put what it leads to under $defs, and refer to it there.';
const isAbsolute = /^(?:[a-z][a-z0-9+.-]{0,40}:|\/\/)/i;
const isDialect = /^https?:\/\/json-schema\.org\//;

/** A schema that leads out of itself: what is there may change after review, and whoever follows it calls somebody. */
export const remoteReference: LintRule = {
  id,
  check(spec, context) {
    const run = LintRun.of(spec, context);
    return run.texts.flatMap((visible) => (visible.kind === 'term' ? checkTerm(visible, run) : []));
  },
};

function checkTerm(visible: VisibleText, run: LintRun): readonly LintFinding[] {
  const { field, text } = visible;
  const severity = severityOf(visible, run);
  if (severity === undefined) return [];
  const deed = field === '$id' ? 'is named by an address' : 'leads out of the definition';
  const message = `${field === '$id' ? 'The schema' : `The keyword ${field}`} ${deed}: ${showText(text)}.`;
  return [toFinding({ rule: id, severity, visible, message, fix })];
}

function severityOf({ field, text, place }: VisibleText, run: LintRun): 'error' | 'warning' | undefined {
  switch (field) {
    case '$schema':
      return isAbsolute.test(text) && !isDialect.test(text) ? 'error' : undefined;
    case '$id':
      // Nothing is fetched from there; it only looks as if something were.
      return isAbsolute.test(text) && !text.startsWith('urn:') ? 'warning' : undefined;
    case '$ref':
    case '$dynamicRef': {
      if (text.startsWith('#')) return undefined;
      // An address that the schema itself has as an $id leads nowhere else.
      const problem = run.findSchemaProblem(rootOf(place));
      const isRemote =
        problem?.code === 'E_SCHEMA_REMOTE_REF' || (problem !== undefined && isAbsolute.test(text));
      return isRemote ? 'error' : undefined;
    }
    default:
      return undefined;
  }
}

function rootOf(place: VisibleText['place']): SchemaField {
  let root = place;
  while (root.parent !== undefined) root = root.parent;
  return root.step === 'outputSchema' ? 'outputSchema' : 'inputSchema';
}
