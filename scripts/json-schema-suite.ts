/**
 * Runs the official JSON Schema Test Suite on the built-in validator, with Ajv beside it.
 *
 *     node scripts/json-schema-suite.ts <folder of the suite> [--verbose]
 *
 * The folder is a checkout of https://github.com/json-schema-org/JSON-Schema-Test-Suite. "Refused" are
 * tests whose schema is not accepted at all, most of them because it refers to another document.
 * Exits with 1 if the validator gives a wrong verdict on a required test.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { ToolcribError } from '../packages/toolcrib/src/core/errors.ts';
import type { JsonValue } from '../packages/toolcrib/src/core/json.ts';
import { compileJsonSchema } from '../packages/toolcrib/src/core/json-schema/compile-json-schema.ts';
import type { Dialect } from '../packages/toolcrib/src/core/json-schema/document.ts';
import { readJsonSchema } from '../packages/toolcrib/src/core/json-schema/read-json-schema.ts';

interface TestGroup {
  readonly description: string;
  readonly schema: JsonValue;
  readonly tests: readonly {
    readonly description: string;
    readonly data: JsonValue;
    readonly valid: boolean;
  }[];
}

type Verdict = (value: JsonValue) => boolean;
type Compile = (schema: JsonValue, dialect: Dialect) => Verdict;

interface Score {
  passed: number;
  failed: number;
  refused: Map<string, number>;
  failures: string[];
}

const suiteFolders: readonly (readonly [folder: string, dialect: Dialect])[] = [
  ['draft2020-12', 'draft-2020-12'],
  ['draft7', 'draft-07'],
];

const dialectUris: Readonly<Record<Dialect, string>> = {
  'draft-2020-12': 'https://json-schema.org/draft/2020-12/schema',
  'draft-07': 'http://json-schema.org/draft-07/schema#',
};

const compilers: Readonly<Record<string, Compile>> = {
  toolcrib: (schema, dialect) => {
    const check = compileJsonSchema(readJsonSchema(declareDialect(schema, dialect)));
    return (value) => check(value).length === 0;
  },
  ajv: (schema, dialect) => {
    const options = { strict: false, ownProperties: true, allErrors: true, logger: false } as const;
    const ajv = dialect === 'draft-07' ? new Ajv(options) : new Ajv2020(options);
    const validate = ajv.compile(schema as boolean);
    return (value) => validate(value) === true;
  },
};

/** The tests of older drafts do not say which draft they are of. */
function declareDialect(schema: JsonValue, dialect: Dialect): JsonValue {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema;
  return { $schema: dialectUris[dialect], ...schema };
}

function readGroups(folder: string): [file: string, groups: readonly TestGroup[]][] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.map((file) => [file, JSON.parse(readFileSync(join(folder, file), 'utf8'))]);
}

function score(files: ReturnType<typeof readGroups>, dialect: Dialect, compile: Compile): Score {
  const result: Score = { passed: 0, failed: 0, refused: new Map(), failures: [] };
  for (const [file, groups] of files) {
    for (const group of groups) {
      const verdict = tryCompile(() => compile(group.schema, dialect));
      for (const test of group.tests) {
        const name = `${file}: ${group.description}: ${test.description}`;
        if (typeof verdict === 'string') {
          result.refused.set(verdict, (result.refused.get(verdict) ?? 0) + 1);
          result.failures.push(`${name} (refused: ${verdict})`);
        } else if (isRight(verdict, test)) {
          result.passed++;
        } else {
          result.failed++;
          result.failures.push(`${name} (should be ${test.valid ? 'valid' : 'invalid'})`);
        }
      }
    }
  }
  return result;
}

/** Ajv runs out of stack on some references; that is no right verdict either. */
function isRight(verdict: Verdict, test: TestGroup['tests'][number]): boolean {
  try {
    return verdict(test.data) === test.valid;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** A verdict, or the reason why the schema is refused. */
function tryCompile(compile: () => Verdict): Verdict | string {
  try {
    return compile();
  } catch (error) {
    return error instanceof ToolcribError ? error.code : 'refused';
  }
}

function describe(name: string, { passed, failed, refused }: Score): Record<string, string | number> {
  const refusedCount = [...refused.values()].reduce((sum, count) => sum + count, 0);
  const decided = passed + failed;
  return {
    validator: name,
    tests: decided + refusedCount,
    passed,
    failed,
    refused: refusedCount,
    'passed of decided': `${((100 * passed) / decided).toFixed(2)} %`,
    'refused for': [...refused].map(([code, count]) => `${code} ${count}`).join(', '),
  };
}

const [suite] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
if (suite === undefined || !existsSync(join(suite, 'tests'))) {
  console.error('Usage: node scripts/json-schema-suite.ts <folder of the suite> [--verbose]');
  process.exit(2);
}
const isVerbose = process.argv.includes('--verbose');

for (const [folder, dialect] of suiteFolders) {
  for (const kind of ['required', 'optional']) {
    const files = readGroups(join(suite, 'tests', folder, kind === 'optional' ? 'optional' : ''));
    const rows = Object.entries(compilers).map(([name, compile]) => {
      const result = score(files, dialect, compile);
      if (name === 'toolcrib' && kind === 'required' && result.failed > 0) process.exitCode = 1;
      if (isVerbose) for (const failure of result.failures) console.log(`${name} ${folder} ${failure}`);
      return describe(name, result);
    });
    console.log(`\n${dialect}, ${kind} tests, ${files.length} files`);
    console.table(rows);
  }
}
