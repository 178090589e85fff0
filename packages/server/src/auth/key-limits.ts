/** How much somebody may do. Plain JSON. What is absent is not limited. */
export type KeyLimits = {
  /** Requests per minute, of any kind, counted over all processes. */
  readonly requestsPerMinute?: number;
  /** Calls per minute of each tool, counted over all processes. */
  readonly callsPerMinutePerTool?: number;
  /** Calls per day (UTC) of each tool, counted over all processes. */
  readonly callsPerDayPerTool?: number;
  /** Calls per day (UTC) of all tools, counted over all processes. */
  readonly callsPerDay?: number;
};
