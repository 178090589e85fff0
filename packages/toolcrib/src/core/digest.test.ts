import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '#hash';
import { requireData, sharedData } from '../../../../test/shared-data.ts';
import { canonicalJson } from './canonical-json.ts';
import { digestOf, digestOfJson } from './digest.ts';

const fields = {
  name: 'weather',
  description: 'Tells the weather.',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
};

const vectors = sharedData('jcs');

describe('canonicalJson', () => {
  it('gives the bytes of every public RFC 8785 vector', (context) => {
    requireData(context, vectors);
    const names = readdirSync(`${vectors}/input`);
    const read = (folder: string, name: string) => readFileSync(`${vectors}/${folder}/${name}`, 'utf8');

    for (const name of names) {
      const canonical = canonicalJson(JSON.parse(read('input', name)));
      const hex = read('outhex', name.replace('.json', '.txt')).replace(/\s+/g, '');

      expect(Buffer.from(canonical).toString('hex'), name).toBe(hex);
    }
    expect(names.length).toBeGreaterThanOrEqual(6);
  });

  it('sorts keys by code unit and writes numbers as ECMAScript does', () => {
    const value = { '\u20ac': 1e30, a: 0.000001, '\ud83d\ude00': [1.0, -0], '\ufb33': '\u0007' };

    expect(canonicalJson(value)).toBe(
      '{"a":0.000001,"\u20ac":1e+30,"\ud83d\ude00":[1,0],"\ufb33":"\\u0007"}',
    );
  });
});

describe('digestOf', () => {
  it('is the same for fields that are known to be JSON, with fields that are undefined or without', () => {
    const more = { ...fields, title: 'Weather', outputSchema: { type: 'string' }, tags: ['read'] };

    expect(digestOfJson({ ...fields, title: undefined })).toBe(digestOf(fields));
    expect(digestOfJson(more)).toBe(digestOf(more));
    expect(digestOfJson(more)).not.toBe(digestOfJson(fields));
  });

  it('is the SHA-256 of the canonical JSON of the model-visible fields', () => {
    const canonical =
      '{"description":"Tells the weather.","inputSchema":{"properties":{"city":{"type":"string"}},"type":"object"},"name":"weather"}';

    expect(digestOf(fields)).toBe(`sha256/v1:${createHash('sha256').update(canonical).digest('hex')}`);
    expect(sha256Hex('é')).toBe(createHash('sha256').update('é').digest('hex'));
  });

  it('does not depend on the order of keys, nor on fields that are absent', () => {
    const reordered = {
      inputSchema: { properties: { city: { type: 'string' } }, type: 'object' },
      tags: [],
      title: undefined,
      description: 'Tells the weather.',
      name: 'weather',
    };

    expect(digestOf(reordered)).toBe(digestOf(fields));
  });

  it('is refused for what is not JSON', () => {
    const inputSchema = { type: 'object', default: new Date(0) as never };

    expect(() => digestOf({ ...fields, inputSchema })).toThrow(
      expect.objectContaining({ code: 'E_INVALID_OPTION' }),
    );
  });

  it.each([
    ['name', { name: 'weather2' }],
    ['title', { title: 'Weather' }],
    ['description', { description: 'Tells the weather' }],
    ['inputSchema', { inputSchema: { type: 'object' } }],
    ['outputSchema', { outputSchema: { type: 'object' } }],
    ['annotations', { annotations: { readOnlyHint: true } }],
    ['tags', { tags: ['weather'] }],
  ])('changes with %s', (_field, change) => {
    expect(digestOf({ ...fields, ...change })).not.toBe(digestOf(fields));
  });
});
