import type { FieldReader } from './field-reader.ts';
import type { VersionRequest } from './find-version.ts';

/** Which version is asked for; undefined if neither a version nor a range is given. */
export function readVersionRequest(read: FieldReader<'version' | 'range'>): VersionRequest | undefined {
  const [version, range] = [readVersion(read), read.get('range')];
  if (range === undefined) return version === undefined ? undefined : { version };
  if (version !== undefined) return read.refuse('range', 'cannot stand beside a version');
  return typeof range === 'string' ? { range } : read.wrong('range', 'a SemVer range');
}

/** Exactly one version, where `null` is the one without; undefined if none is given. */
export function readVersion(read: FieldReader<'version'>): string | null | undefined {
  const version = read.get('version');
  if (version === undefined || version === null || typeof version === 'string') return version;
  return read.wrong('version', 'a text, or null for the one without');
}
