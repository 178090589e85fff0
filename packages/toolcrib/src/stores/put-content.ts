/** Tells a source that its bytes are not needed. That can take any time, or fail, and the store does not wait for it. */
export function cancelContent(content: Uint8Array | ReadableStream<Uint8Array>, reason: unknown): void {
  if (content instanceof ReadableStream) content.cancel(reason).catch(() => undefined);
}
