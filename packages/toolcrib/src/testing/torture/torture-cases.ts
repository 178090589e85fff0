import { brokenOutput } from './cases/broken-output.ts';
import { circularResult } from './cases/circular-result.ts';
import { hugeResult } from './cases/huge-result.ts';
import { illegalName } from './cases/illegal-name.ts';
import { neverSettles } from './cases/never-settles.ts';
import { oneNameTwice } from './cases/one-name-twice.ts';
import { secretInException } from './cases/secret-in-exception.ts';
import { wrongArgumentType } from './cases/wrong-argument-type.ts';
import type { TortureCase } from './torture-case.ts';

/** The eight tests, by id from 1 to 8. */
export const tortureCases: readonly TortureCase[] = Object.freeze([
  neverSettles,
  brokenOutput,
  wrongArgumentType,
  oneNameTwice,
  secretInException,
  illegalName,
  hugeResult,
  circularResult,
]);
