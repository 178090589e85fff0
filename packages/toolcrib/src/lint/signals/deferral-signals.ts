import { type Signal, toSignals } from './signal.ts';

/** Text that announces that the tool will be another one once nobody looks. */
export const deferralSignals: readonly Signal[] = toSignals({
  rule: 'deferred-behaviour',
  family: 'deferral',
  deed: 'says that the tool will be another one once it is trusted',
  always: {
    10: [
      'after/when/postApproval & approve/approves/postApproval & bad',
      'after/when & approve/approves & exfiltrate/exfiltrates',
      'after & approve/approves & strong & read/reads/send/sends/begins/alters',
      'after/when ~6 approve/approves ~14 self ~8 send/override/directive/secretly',
      'after/when ~6 approve/approves ~8 begin/begins/alters ~8 strong/weak/send/sends/hidden/directive',
      'after/when & approves & begin/begins & asks/weak/link',
      'innocent & approve/approves & begins/alters/begin/bad/hidden/after',
      'alter/alters ~3 this/self ~3 after ~3 approve/approves',
      'after ~2 approves/approve ~4 begins/begin ~3 hidden/bad/self',
      'after ~8 self ~4 alters ~8 reads/read/strong/weak/directive/sends',
      'self ~3 alters ~4 after ~12 bad/strong/sends/reads/exfiltrates',
      'after ~4 call/calls ~10 bad/exfiltrates/exfiltrate',
      'after/when ~6 approves ~6 self ~8 alters',
      'postApproval & begins/alters/begin/bad/hidden/strong/weak/reads/sends/alter',
      'self & approves & not & new & directive',
      'calls ~3 begin/begins ~8 strong/exfiltrate/bad',
      'self & approves & after & alters',
      'directive & self & not & approves',
      'approve/approves & innocent',
      'bad & after & approves/permission',
      'innocent & after & strong/bad/hidden/link',
      'after & begin/begins & strong/bad/exfiltrate/exfiltrates/hidden',
      'alter & self & url & after/when',
    ],
    8: [
      'new ~2 directive ~8 after ~4 approve/approves',
      'self ~8 directive ~4 alters',
      'self & shows & approves & after',
      'first & calls & after & asks/ask & envVars/strong/weak/personal',
      'trial/approves ~8 production ~6 alters/reads/sends/begins',
    ],
  },
  across: {
    10: [
      'approve/approves & after & link & read/call/calls/reads',
      'innocent & self & weak/strong/bad',
      'innocent & approve/approves & after & strong/weak/bad/link/hidden',
      'approve/approves & after & exfiltrate/exfiltrates/bad',
      'approve/approves & self & new & directive',
    ],
  },
});
