import { describe, expect, it } from 'vitest';
import { defineTool } from '../core/define-tool.ts';
import { readSpec } from './read-spec.ts';
import { authorityDigest } from './spec-authority.ts';
import { specDigest } from './spec-digest.ts';
import { toSpec } from './to-spec.ts';

const least = {
  name: 'add',
  description: 'Adds.',
  inputSchema: { type: 'object', properties: { b: { type: 'number' }, a: { type: 'number' } } },
} as const;

const whole = defineTool({
  ...least,
  version: '1.0.0',
  title: 'Add',
  outputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
  tags: ['math'],
  handler: () => ({}),
});

describe('the spec of a tool', () => {
  it('[C1] holds what a model can see of it, its version, and beside that its authority', () => {
    const { name, version, title, description, inputSchema, outputSchema, annotations, tags } = whole;
    const { authority } = whole;

    const spec = toSpec(whole);

    const visible = { name, version, title, description, inputSchema, outputSchema, annotations, tags };
    expect(JSON.stringify(spec)).toBe(JSON.stringify({ ...visible, authority }));
    expect(readSpec(spec)).toEqual(spec);
  });

  it('shares the frozen schemas of the tool instead of copying them', () => {
    const spec = toSpec(whole);

    expect(spec.inputSchema).toBe(whole.inputSchema);
    expect(spec.outputSchema).toBe(whole.outputSchema);
    expect(Object.isFrozen(spec)).toBe(true);
    expect(Object.isFrozen(toSpec(defineTool({ ...least, handler: () => '' })).outputSchema)).toBe(true);
  });

  it('is refused where it would be too long, which a tool may be', () => {
    const annotations = { note: 'x'.repeat(1_048_576) };
    const long = defineTool({ ...least, annotations, handler: () => '' });

    expect(() => toSpec(long)).toThrow('have more than 1048576 characters');
  });

  it('promises nothing of results if the tool does not', () => {
    const spec = toSpec(defineTool({ ...least, handler: () => '' }));

    expect(Object.keys(spec)).toEqual(['name', 'description', 'inputSchema', 'outputSchema', 'authority']);
    expect(spec.outputSchema).toEqual({});
  });

  it('has the digest of the tool, in which the version plays no part', () => {
    const bare = defineTool({ ...least, handler: () => '' });
    const { version: _, ...rest } = toSpec(whole);

    expect(specDigest(toSpec(whole))).toBe(whole.digest);
    expect(specDigest(toSpec(bare))).toBe(bare.digest);
    expect(specDigest(rest)).toBe(whole.digest);
    expect(authorityDigest(rest)).toBe(whole.authorityDigest);
    expect(specDigest({ ...rest, authority: { ...whole.authority, trusted: true } })).toBe(whole.digest);
    expect(specDigest({ ...rest, title: 'Sum' })).not.toBe(whole.digest);
    expect(specDigest({ name: 'x', inputSchema: {}, outputSchema: {}, description: '', tags: [] })).toBe(
      specDigest({ name: 'x', inputSchema: {}, outputSchema: {} }),
    );
  });
});
