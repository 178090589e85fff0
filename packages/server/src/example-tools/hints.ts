/** Hints for clients of tools that change nothing and know only what they are given. */
export const readOnlyHints = { readOnlyHint: true, idempotentHint: true, openWorldHint: false } as const;

/** Hints for clients of tools that only add something. */
export const addingHints = { readOnlyHint: false, destructiveHint: false, openWorldHint: false } as const;

/** Hints for clients of tools that take something away. */
export const destructiveHints = { readOnlyHint: false, destructiveHint: true, openWorldHint: false } as const;
