/** Changes that no test can notice, because they change nothing that can be seen, and why. */
export const explainedMutants: Readonly<Record<string, string>> = {};
