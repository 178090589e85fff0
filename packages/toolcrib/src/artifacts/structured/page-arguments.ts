/** The arguments with which answers are continued, for schemas of queries. */
export const pageArguments = {
  from: {
    type: 'integer',
    minimum: 0,
    default: 0,
    description: 'Where to begin, counted from 0. To go on, the end of an answer says which one to use.',
  },
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: 10_000,
    description: 'At most so many. Answers are bounded in bytes too.',
  },
} as const;

/** Which part of many is wanted. */
export interface PageWish {
  readonly from: number;
  readonly limit?: number | undefined;
}
