import { isEqualJson } from '../core/is-equal-json.ts';
import type { CallRecord } from '../runtime/call-record.ts';
import type { CallResult } from '../runtime/call-result.ts';

/** Whether two calls gave the same, as far as can be told at once: media are only the same if they are one object. */
export function isSameOutcome(left: CallRecord, right: CallRecord): boolean {
  if (left.status !== right.status) return false;
  if (left.result === undefined || right.result === undefined) {
    return left.result === right.result && messageOf(left) === messageOf(right);
  }
  return isSameResult(left.result, right.result);
}

/** What is said of a failure, without the reference, which is another one each time. */
function messageOf({ problem, invocationId }: CallRecord): string | undefined {
  return problem?.message.replaceAll(invocationId, '');
}

function isSameResult(left: CallResult, right: CallResult): boolean {
  switch (left.kind) {
    case 'text':
      return right.kind === 'text' && left.text === right.text;
    case 'json':
      return right.kind === 'json' && isEqualJson(left.value, right.value);
    case 'bytes':
      return right.kind === 'bytes' && areSameBytes(left.bytes, right.bytes);
    case 'media':
      return right.kind === 'media' && areSameItems(left.media, right.media);
    case 'artifact':
      // The whole of it is elsewhere. Of an artifact that a tool has made itself, nothing more is known.
      return (
        right.kind === 'artifact' &&
        left.preview === right.preview &&
        left.artifact.byteLength === right.artifact.byteLength &&
        left.sha256 === right.sha256
      );
    case 'omitted':
      return right.kind === 'omitted';
  }
}

function areSameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

function areSameItems(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}
