import { createSignalRule } from './create-signal-rule.ts';

/** Text that changes what other tools do, or takes over their calls. */
export const toolShadowing = createSignalRule(
  'tool-shadowing',
  'Describe this tool alone; what other tools do belongs in their own definitions.',
);
