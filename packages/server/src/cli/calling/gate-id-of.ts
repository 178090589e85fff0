import { type JsonRecord, textOf } from '../client/json-fields.ts';

/** The id of a gate, in a list of gates or in a call. */
export function gateIdOf(gate: JsonRecord): string {
  return textOf(gate, 'gateId') || textOf(gate, 'id');
}
