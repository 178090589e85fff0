import { createSignalRule } from './create-signal-rule.ts';

/** Tags that imitate the markup of a chat, or claim authority over the model. */
export const pseudoMarkup = createSignalRule(
  'pseudo-markup',
  'Write plain sentences without tags that a model could take for more than text.',
);
