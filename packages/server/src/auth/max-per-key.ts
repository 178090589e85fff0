/** What is counted by whoever opens it; gates are counted by the runtime. */
export type LimitedKind = Exclude<keyof MaxPerKey, 'openGates'>;

/** How much one key, or the subject of a token, may have open at once, in each process. */
export type MaxPerKey = {
  /** Requests that are being answered; a stream counts until its answer begins. @default 500 */
  readonly requests: number;
  /** Calls that have not ended: those that run, wait for a place, or wait at a gate. @default 200 */
  readonly calls: number;
  /** Gates at which calls wait for somebody. @default 100 */
  readonly openGates: number;
  /** Streams of events. @default 100 */
  readonly streams: number;
  /** Subscriptions of MCP clients. @default 100 */
  readonly subscriptions: number;
  /** Requests that wait for a call to end. @default 100 */
  readonly longPolls: number;
};

/** What a key may have open in a service that says nothing else. */
export const defaultMaxPerKey: MaxPerKey = Object.freeze({
  requests: 500,
  calls: 200,
  openGates: 100,
  streams: 100,
  subscriptions: 100,
  longPolls: 100,
});
