/** Ends an analysis from within; `message` is the reason. Never leaves `measurePattern`. */
export class PatternRefusal extends Error {}

export const TOO_COMPLEX = 'has too many alternatives and repetitions to analyse';
