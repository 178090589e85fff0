import type { Artifact } from 'toolcrib';
import { toPlainMimeType } from '../http/plain-mime-type.ts';
import type { RouteAnswer } from '../http/route.ts';

/** The bytes of an artifact to be stored by whoever asked, never to be shown: what they are is the word of a tool. */
export function artifactAnswer(artifact: Artifact): RouteAnswer {
  return {
    body: artifact.stream(),
    headers: {
      'content-type': toPlainMimeType(artifact.mimeType),
      'content-length': String(artifact.byteLength),
      'content-disposition': 'attachment',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    },
  };
}
