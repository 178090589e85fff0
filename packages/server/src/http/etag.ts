import { ToolcribError } from 'toolcrib';

/** A tag as it stands in `ETag`: quoted, and weak if the bytes may differ while they mean the same. */
export function formatEtag(etag: string, options: { readonly isWeak?: boolean } = {}): string {
  return options.isWeak === true ? `W/"${etag}"` : `"${etag}"`;
}

/** Whether `If-None-Match` names the tag: the client has it already. */
export function hasEtag(header: string | null, etag: string): boolean {
  return header !== null && namesEtag(header, etag);
}

/**
 * Holds a change to `If-Match`: it is made only if the resource is still what the client saw. Our tags stand for the
 * state of a resource and not for bytes, so a weak one counts as well.
 *
 * @param etag - of the resource as it is now; undefined if there is none, which even `*` does not match.
 * @throws ToolcribError `E_PRECONDITION_FAILED`.
 */
export function assertIfMatch(request: { readonly headers: Headers }, etag: string | undefined): void {
  const header = request.headers.get('if-match');
  if (header === null || (etag !== undefined && namesEtag(header, etag))) return;
  throw new ToolcribError(
    'E_PRECONDITION_FAILED',
    'It is no longer what If-Match says. Read it again, then decide whether to change it.',
    etag === undefined ? {} : { context: { etag } },
  );
}

function namesEtag(header: string, etag: string): boolean {
  if (header.trim() === '*') return true;
  // Our tags hold no comma and no quote, so that splitting is enough.
  return header.split(',').some((part) => {
    const tag = part.trim();
    return (tag.startsWith('W/') ? tag.slice(2) : tag) === `"${etag}"`;
  });
}
