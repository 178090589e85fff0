/** Whose key a request is sent with; `garbage` has one that is no key. */
export const askers = [
  'root',
  'admin',
  'caller',
  'viewer',
  'approver',
  'narrow',
  'nobody',
  'garbage',
] as const;
export type Asker = (typeof askers)[number];

/** A request, as it would be on the wire. */
export interface FuzzRequest {
  /** Of the route that it was made for; what was changed in it may lead elsewhere. */
  readonly routeId: string;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly asker: Asker;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array<ArrayBuffer> | undefined;
}
