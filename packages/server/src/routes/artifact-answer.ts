import type { Artifact } from 'toolcrib';
import type { RouteAnswer } from '../http/route.ts';

const MIME_TYPE = /^[A-Za-z0-9][A-Za-z0-9.+-]{0,62}\/[A-Za-z0-9][A-Za-z0-9.+_-]{0,126}$/;

/** The bytes of an artifact to be stored by whoever asked, never to be shown: what they are is the word of a tool. */
export function artifactAnswer(artifact: Artifact): RouteAnswer {
  const isPlain = MIME_TYPE.test(artifact.mimeType);
  return {
    body: artifact.stream(),
    headers: {
      'content-type': isPlain ? artifact.mimeType : 'application/octet-stream',
      'content-length': String(artifact.byteLength),
      'content-disposition': 'attachment',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    },
  };
}
