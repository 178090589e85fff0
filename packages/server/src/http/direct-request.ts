/** A request that can read its body without a web stream in between. The bridge to Node makes such. */
export interface DirectRequest extends Request {
  /** The whole body. @throws ToolcribError `E_BODY_TOO_LARGE` as soon as there is more of it; the reason of the signal. */
  readUpTo(maxBytes: number, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
  /** From now on no way of reading the body gives more. */
  limitTo(maxBytes: number): void;
}

/** Whether a request is a {@link DirectRequest}. */
export function isDirectRequest(request: Request): request is DirectRequest {
  return 'readUpTo' in request;
}
