import { describe, expect, it } from 'vitest';
import { findLookAlikes, lookAlikeFinding, lookAlikeKeys } from './look-alike.ts';

function severityOf(name: string, other: string): string | undefined {
  const finding = lookAlikeFinding(name, other);
  expect(lookAlikeFinding(other, name)?.severity).toBe(finding?.severity);
  return finding?.severity;
}

describe('lookAlikeFinding', () => {
  it.each([
    ['sеnd_email', 'send_email'],
    ['ｓend_email', 'send_email'],
    ['𝗌end_email', 'send_email'],
    ['scоре', 'ѕcope'],
    ['send‐email', 'send-email'],
  ])('is an error where other letters imitate: %s and %s', (name, other) => {
    expect(severityOf(name, other)).toBe('error');
  });

  it.each([
    ['getUser', 'getuser'],
    ['GET_USER', 'get_user'],
    ['de1ete_file', 'delete_file'],
    ['g0ogle_search', 'google_search'],
    ['get_turn', 'get_tum'],
    ['readFile', 'readFiIe'],
  ])('is a warning where ASCII is drawn alike: %s and %s', (name, other) => {
    expect(severityOf(name, other)).toBe('warning');
  });

  it.each([
    ['tool1', 'tooll'],
    ['search_v1', 'search_vl'],
    ['get_user', 'get_users'],
    ['send_email', 'send_emai'],
    ['café', 'cafe'],
    ['a', 'a'],
  ])('is nothing where names differ to the eye, or by a number: %s and %s', (name, other) => {
    expect(severityOf(name, other)).toBeUndefined();
  });

  it('shows both names', () => {
    const finding = lookAlikeFinding('sеnd', 'send');

    expect(finding).toMatchObject({ rule: 'look-alike-name', pointer: '/name' });
    expect(finding?.message).toContain('"sеnd" looks like "send"');
  });
});

describe('findLookAlikes', () => {
  it('finds those that a name could be taken for, and not itself', () => {
    expect(findLookAlikes('send', ['sеnd', 'send', 'Send', 'sand'])).toEqual(['sеnd', 'Send']);
  });
});

describe('lookAlikeKeys', () => {
  it('has a key in common for names that look alike', () => {
    expect(lookAlikeKeys('get_user')).toEqual(['get_user']);
    expect(lookAlikeKeys('modem')).toEqual(['modem', 'rnodern']);
    expect(lookAlikeKeys('ID')).toContain('id');
  });
});
