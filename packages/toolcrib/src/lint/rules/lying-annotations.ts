import type { LintRule } from '../lint-rule.ts';
import { showText } from '../show-text.ts';

const id = 'lying-annotations';

/** What changes something, as the names and descriptions of tools say it. */
const changing =
  /^(?:delete|remove|drop|erase|purge|wipe|destroy|send|post|publish|write|update|edit|modify|create|insert|add|execute|exec|run|kill|transfer|pay|upload|install|deploy|move|rename|set|cancel|approve|merge|push|commit)$/i;
const partsOfName = /[A-Z]?[a-z]{1,64}|[A-Z]{1,64}(?![a-z])/g;
const firstWord = /^\W{0,10}([a-z]{1,20})\b/i;

/** Annotations that say that a tool only reads, while its name or description says otherwise. */
export const lyingAnnotations: LintRule = {
  id,
  check({ name, description, annotations }) {
    if (annotations?.readOnlyHint !== true) return [];
    const verb = verbOfName(name) ?? verbOfDescription(description);
    if (verb === undefined) return [];
    return [
      Object.freeze({
        rule: id,
        severity: 'warning',
        pointer: '/annotations/readOnlyHint',
        message: `The tool is said to be read-only, but ${verb.place} says ${showText(verb.word)}.`,
        fix: 'Set readOnlyHint to false, or describe what the tool really does.',
      }),
    ];
  },
};

function verbOfName(name: string): { readonly word: string; readonly place: string } | undefined {
  const [first, second] = name.match(partsOfName) ?? [];
  // The verb comes first, or second after the name of a service, as in `github_delete_file`.
  const word = [first, second].find((part) => part !== undefined && changing.test(part));
  return word === undefined ? undefined : { word, place: 'its name' };
}

function verbOfDescription(description = ''): { readonly word: string; readonly place: string } | undefined {
  const word = firstWord.exec(description)?.[1];
  return word !== undefined && changing.test(word.replace(/(?<=sh|ss)es$|s$/, ''))
    ? { word, place: 'its description' }
    : undefined;
}
