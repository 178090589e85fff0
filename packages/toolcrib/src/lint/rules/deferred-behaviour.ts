import { createSignalRule } from './create-signal-rule.ts';

/** Text that announces that the tool will behave otherwise once it was approved. */
export const deferredBehaviour = createSignalRule(
  'deferred-behaviour',
  'Publish another version for another behaviour, so that it is reviewed too.',
);
