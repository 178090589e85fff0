/** What a thread of a test has. */
export { features } from './feature-tools.ts';
export { hostile } from './hostile-tools.ts';
