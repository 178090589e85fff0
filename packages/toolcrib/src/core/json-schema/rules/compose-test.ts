import type { JsonArray, JsonObject } from '../../json.ts';
import { ANY_TYPE, getTypeMask, type TypeMask, typeMasks } from '../type-name.ts';
import type { RuleSet } from './compose-rules.ts';
import type { Rule, Test } from './rule.ts';

/** The tests of the groups of a {@link RuleSet}; absent where the group is empty. */
interface GroupTests {
  readonly strings: Test<string> | undefined;
  readonly numbers: Test<number> | undefined;
  readonly arrays: Test<JsonArray> | undefined;
  readonly objects: Test<JsonObject> | undefined;
}

/** One test for a whole schema, with as few steps as its keywords allow. */
export function composeTest(rules: RuleSet, mask: TypeMask): Test {
  const groups: GroupTests = {
    strings: conjoin(rules.strings),
    numbers: conjoin(rules.numbers),
    arrays: conjoin(rules.arrays),
    objects: conjoin(rules.objects),
  };
  const typed = composeTypedTest(groups, mask);
  const untyped = conjoin([...rules.values, ...rules.others]);
  if (untyped === undefined) return typed ?? pass;
  if (typed === undefined) return untyped;
  return (value, run, depth) => typed(value, run, depth) && untyped(value, run, depth);
}

/** The part that depends on the type of the value; nothing if that makes no difference. */
function composeTypedTest(groups: GroupTests, mask: TypeMask): Test | undefined {
  switch (mask) {
    case typeMasks.string:
      return composeStringTest(groups.strings);
    case typeMasks.number:
      return composeNumberTest(groups.numbers);
    case typeMasks.integer:
      return composeIntegerTest(groups.numbers);
    case typeMasks.boolean:
      return (value) => typeof value === 'boolean';
    case typeMasks.array:
      return composeArrayTest(groups.arrays);
    case typeMasks.object:
      return composeObjectTest(groups.objects);
    default: {
      const hasGroups = Object.values(groups).some((group) => group !== undefined);
      if (hasGroups) return composeMixedTest(groups, mask);
      return mask === ANY_TYPE ? undefined : (value) => (mask & getTypeMask(value)) !== 0;
    }
  }
}

function composeStringTest(test: Test<string> | undefined): Test {
  if (test === undefined) return isString;
  return (value, run, depth) => typeof value === 'string' && test(value, run, depth);
}

function composeNumberTest(test: Test<number> | undefined): Test {
  if (test === undefined) return isNumber;
  return (value, run, depth) => typeof value === 'number' && test(value, run, depth);
}

function composeIntegerTest(test: Test<number> | undefined): Test {
  if (test === undefined) return isInteger;
  return (value, run, depth) => Number.isInteger(value) && test(value as number, run, depth);
}

function composeArrayTest(test: Test<JsonArray> | undefined): Test {
  if (test === undefined) return isArray;
  return (value, run, depth) => Array.isArray(value) && test(value, run, depth);
}

function composeObjectTest(test: Test<JsonObject> | undefined): Test {
  if (test === undefined) return isObject;
  return (value, run, depth) =>
    // Neither null nor an array, so an object.
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    test(value as JsonObject, run, depth);
}

function composeMixedTest(groups: GroupTests, mask: TypeMask): Test {
  const { strings = pass, numbers = pass, arrays = pass, objects = pass } = groups;
  return (value, run, depth) => {
    if ((mask & getTypeMask(value)) === 0) return false;
    switch (typeof value) {
      case 'string':
        return strings(value, run, depth);
      case 'number':
        return numbers(value, run, depth);
      case 'object':
        if (value === null) return true;
        return Array.isArray(value) ? arrays(value, run, depth) : objects(value as JsonObject, run, depth);
      default:
        return true;
    }
  };
}

/** All tests in one; absent if there are none. */
function conjoin<Value>(rules: readonly Rule<Value>[]): Test<Value> | undefined {
  const tests = rules.map(({ test }) => test);
  const [first, second] = tests;
  if (first === undefined || second === undefined) return first;
  if (tests.length === 2) {
    return (value, run, depth) => first(value, run, depth) && second(value, run, depth);
  }
  return (value, run, depth) => {
    for (let index = 0; index < tests.length; index++) {
      if (!tests[index]?.(value, run, depth)) return false;
    }
    return true;
  };
}

const pass: Test<never> & Test = () => true;
const isString: Test = (value) => typeof value === 'string';
const isNumber: Test = (value) => typeof value === 'number';
const isInteger: Test = (value) => Number.isInteger(value);
const isArray: Test = (value) => Array.isArray(value);
const isObject: Test = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
