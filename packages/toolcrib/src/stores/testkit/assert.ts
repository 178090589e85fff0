import { type ErrorCode, ToolcribError } from '../../index.ts';

/** How many characters are shown of what differs. */
const SHOWN = 400;

/** Fails with a sentence about what a store should have done. */
export function assertThat(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new Error(sentence);
}

/** Compares JSON values by their text, so that the order of keys counts too. */
export function assertEqual(actual: unknown, expected: unknown, what: string): void {
  assertSameText(String(JSON.stringify(actual)), String(JSON.stringify(expected)), what);
}

/** Compares texts, and shows of long ones where they differ. */
export function assertSameText(actual: string, expected: string, what: string): void {
  if (actual === expected) return;
  let place = 0;
  while (actual[place] === expected[place]) place++;
  const [start, end] = [Math.max(0, place - SHOWN / 4), place + SHOWN];
  const show = (text: string) =>
    `${start > 0 ? '…' : ''}${text.slice(start, end)}${text.length > end ? '…' : ''}`;
  throw new Error(`${what} should be ${show(expected)}, but is ${show(actual)}.`);
}

/** Frozen, and everything in it too. */
export function assertFrozen(value: unknown, what: string): void {
  if (typeof value !== 'object' || value === null) return;
  assertThat(Object.isFrozen(value), `${what} should be frozen.`);
  for (const [key, item] of Object.entries(value)) assertFrozen(item, `${what}.${key}`);
}

/** Whether it throws or rejects is the same to the caller. */
export async function assertFails(action: () => unknown, what: string): Promise<void> {
  try {
    await action();
  } catch {
    // Which error it is, is left to the store.
    return;
  }
  throw new Error(`${what} should be an error, but was accepted.`);
}

/** Like {@link assertFails}, for a failure whose code is part of the contract. Gives the error. */
export async function assertFailsWith(
  code: ErrorCode,
  action: () => unknown,
  what: string,
): Promise<ToolcribError> {
  try {
    await action();
  } catch (error) {
    assertThat(
      error instanceof ToolcribError && error.code === code,
      `${what} should fail with ${code}, but failed with ${error}.`,
    );
    return error;
  }
  throw new Error(`${what} should be an error, but was accepted.`);
}
