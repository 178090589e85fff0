/**
 * The JSON of an error with plain words for what is missing: of the fields of an envelope the SDK says that it received
 * `undefined`, which no client can send.
 */
export function sayMissing(json: string): string {
  return json.replaceAll(/Invalid input: expected \w+, received undefined/g, 'missing');
}
