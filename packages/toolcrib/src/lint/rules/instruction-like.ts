import { createSignalRule } from './create-signal-rule.ts';

/** Text that tells the model what to be, to do or to hide, instead of what the tool does. */
export const instructionLike = createSignalRule(
  'instruction-like',
  'Describe what the tool does and what its arguments mean, and leave the rest to whoever runs the model.',
);
