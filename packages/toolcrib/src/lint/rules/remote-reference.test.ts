import { describe, expect, it } from 'vitest';
import { checkRule } from '../../../../../test/lint/check-rule.ts';
import { remoteReference } from './remote-reference.ts';

describe('remote-reference', () => {
  it.each([
    [{ $ref: 'https://example.com/a.json' }, '/inputSchema/$ref'],
    [{ properties: { a: { $ref: 'other.json#/b' } } }, '/inputSchema/properties/a/$ref'],
    [{ $schema: 'https://example.com/dialect' }, '/inputSchema/$schema'],
    [{ $ref: 'file:///etc/passwd' }, '/inputSchema/$ref'],
  ])('is an error for what leads out of the definition: %j', (inputSchema, pointer) => {
    expect(checkRule(remoteReference, { inputSchema })).toMatchObject([{ severity: 'error', pointer }]);
  });

  it('is a warning for a schema that is named by an address', () => {
    expect(checkRule(remoteReference, { inputSchema: { $id: 'https://example.com/a' } })).toMatchObject([
      { severity: 'warning', pointer: '/inputSchema/$id' },
    ]);
  });

  it.each([
    { $schema: 'http://json-schema.org/draft-07/schema#' },
    { $defs: { a: {} }, $ref: '#/$defs/a' },
    { $id: 'urn:example:a', properties: { a: { $ref: 'urn:example:a' } } },
  ])('finds nothing in what stays inside: %j', (inputSchema) => {
    expect(checkRule(remoteReference, { inputSchema })).toEqual([]);
  });
});
