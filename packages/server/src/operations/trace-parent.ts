/** Which span a request belongs to, as whoever sent it says. */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
  readonly isRemote: true;
}

/** Version, trace id, span id, flags; later versions may have more behind it. */
const TRACE_PARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const MAX_CHARS = 256;

/** Reads the header `traceparent` (W3C Trace Context); undefined for whatever is none. */
export function readTraceParent(headers: Headers): TraceParent | undefined {
  const text = headers.get('traceparent') ?? '';
  const [, version, traceId, spanId, flags, rest] =
    (text.length <= MAX_CHARS && TRACE_PARENT.exec(text)) || [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (isZero(traceId) || isZero(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

function isZero(hex: string): boolean {
  return /^0*$/.test(hex);
}
