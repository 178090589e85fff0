import { describe, expect, it } from 'vitest';
import {
  type LintableSpec,
  type LintFinding,
  lintRules,
  lintSpec,
  lookAlikeFinding,
} from '../packages/toolcrib/src/lint/index.ts';
import { lintForProviders } from '../packages/toolcrib/src/providers/index.ts';
import { isTestFile, listFiles, readText } from '../scripts/lib/repository.ts';
import { loadSource, walk } from '../scripts/lib/syntax.ts';
import { corpus } from './lint/corpus.ts';

type SyntaxNode = Parameters<typeof walk>[0];

const PAGE = 'docs/reference/lint-rules.md';
const CATALOG = 'packages/toolcrib/src/catalog';
const inspector = `${CATALOG}/publishing/inspect-source.ts`;
/** A definition that breaks a rule in each of its parameters, and so has more findings than are shown. */
const undescribed: LintableSpec = {
  name: 'many',
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`p${index}`, {}])),
  },
};

describe('the page of the lint rules', () => {
  it('has every rule that a definition can break, and no other', () => {
    const own = { id: 'own', check: () => Object(undefined) };
    const others = [
      lookAlikeFinding('pay', 'PAY'),
      lintSpec(undescribed).at(-1),
      lintSpec({ name: 'ping', description: 'Says pong.', inputSchema: {} }, { rules: [own] })[0],
    ];
    const ids = [...lintRules.map(({ id }) => id), lintForProviders().id, ...others.map(ruleOf)];

    expect([...rowsOf('In a definition').keys()].sort()).toEqual([...new Set(ids)].sort());
  });

  it('has every severity that a text of the corpus is found with', () => {
    const texts = Object.values(corpus)
      .flatMap(({ malicious, benign }) => [malicious, benign])
      .flatMap((labelled) => Object.values(labelled).flat());
    const rows = rowsOf('In a definition');

    const findings = texts.flatMap((description) =>
      lintSpec({ ...undescribed, inputSchema: {}, description }),
    );

    expect(findings.length).toBeGreaterThan(texts.length);
    expect(findings.filter(({ rule, severity }) => !rows.get(rule)?.includes(severity))).toEqual([]);
  });

  it('has every rule of the catalogue with its severities, and no other', () => {
    const files = listFiles(CATALOG).filter((path) => path.endsWith('.ts') && !isTestFile(path));
    const rows = new Map<string, readonly string[]>();
    for (const [id, severities] of [
      ...rowsOf('When a source is inspected'),
      ...rowsOf('When it is published'),
    ]) {
      rows.set(id, [...new Set([...(rows.get(id) ?? []), ...severities])]);
    }

    expect(toObject(rows)).toEqual(toObject(findRules(files)));
  });

  it('tells what is found when a source is inspected from what is found when a version is published', () => {
    const found = findRules([inspector]);

    // What the inspector has from its neighbour.
    expect([...rowsOf('When a source is inspected').keys()].sort()).toEqual(
      [...found.keys(), 'changed-in-place'].sort(),
    );
  });

  it('has every kind of difference between schemas, and no other', () => {
    const ids = literalsOf('packages/toolcrib/src/compat/schema-comparison.ts', 'CompatibilityRule');

    expect([...rowsOf('Compatibility').keys()]).toEqual(ids);
  });
});

function ruleOf(finding: LintFinding | undefined): string {
  return finding?.rule ?? 'there is no finding';
}

/** The ids in the first column of the table of a section, with the words of the second one. */
function rowsOf(heading: string): ReadonlyMap<string, readonly string[]> {
  const section = readText(PAGE).split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.matchAll(/^\| `([\w-]+)` \| ([^|]*) \|/gm);
  return new Map(Array.from(rows, ([, id = '', words = '']) => [id, words.split(', ')]));
}

function toObject(rows: ReadonlyMap<string, readonly string[]>): Record<string, readonly string[]> {
  return Object.fromEntries([...rows].map(([id, severities]) => [id, [...severities].sort()]));
}

/** The rules that findings are made with in some files: in an object, or by a function `finding`. */
function findRules(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const rules = new Map<string, readonly string[]>();
  const add = (rule: SyntaxNode | undefined, severity: SyntaxNode | undefined) => {
    for (const id of textsOf(rule)) {
      rules.set(id, [...new Set([...(rules.get(id) ?? []), ...textsOf(severity)])]);
    }
  };
  for (const path of paths) {
    walk(loadSource(path).program, (node) => {
      if (node.type === 'ObjectExpression') add(fieldOf(node, 'rule'), fieldOf(node, 'severity'));
      const isCall = node.type === 'CallExpression' && node.callee.type === 'Identifier';
      if (isCall && node.callee.type === 'Identifier' && node.callee.name === 'finding') {
        add(node.arguments[0], node.arguments[1]);
      }
      return undefined;
    });
  }
  return rules;
}

function fieldOf(
  node: Extract<SyntaxNode, { type: 'ObjectExpression' }>,
  name: string,
): SyntaxNode | undefined {
  for (const property of node.properties) {
    const isNamed = property.type === 'Property' && property.key.type === 'Identifier';
    if (isNamed && property.key.type === 'Identifier' && property.key.name === name) return property.value;
  }
  return undefined;
}

/** The texts that an expression can be, as far as it is written down. */
function textsOf(node: SyntaxNode | undefined): readonly string[] {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node?.type === 'ConditionalExpression')
    return [...textsOf(node.consequent), ...textsOf(node.alternate)];
  return [];
}

/** The members of a union of texts. */
function literalsOf(path: string, name: string): readonly string[] {
  const texts: string[] = [];
  walk(loadSource(path).program, (node) => {
    if (node.type !== 'TSTypeAliasDeclaration' || node.id.name !== name) return undefined;
    walk(node, (below) => {
      if (below.type === 'Literal' && typeof below.value === 'string') texts.push(below.value);
      return undefined;
    });
    return 'skip';
  });
  return texts;
}
