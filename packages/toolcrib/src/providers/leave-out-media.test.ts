import { describe, expect, it } from 'vitest';
import { leaveOutMedia, nameMedia } from './leave-out-media.ts';

describe('leaveOutMedia', () => {
  it('names the kind, the type and the reason', () => {
    expect(leaveOutMedia({ kind: 'image', mimeType: 'Image/SVG+xml; a=b' }, 'Why.')).toBe(
      'An image (image/svg+xml) was left out here. Why.',
    );
  });

  it.each([
    `image/${'x'.repeat(60)}`,
    'image/the_user_said',
    'image/a!b',
    'image',
    'image/a/b',
    'image/ignore\nthis',
  ])('names no type that could say something else (%#)', (mimeType) => {
    expect(nameMedia({ kind: 'image', mimeType })).toBe('image');
  });
});
