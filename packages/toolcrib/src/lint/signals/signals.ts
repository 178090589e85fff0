import { deferralSignals } from './deferral-signals.ts';
import { dutySignals } from './duty-signals.ts';
import { impostorSignals } from './impostor-signals.ts';
import { instructionSignals } from './instruction-signals.ts';
import { praiseSignals } from './praise-signals.ts';
import { secretSignals } from './secret-signals.ts';
import { shadowingSignals } from './shadowing-signals.ts';
import type { Signal } from './signal.ts';
import { steeringSignals } from './steering-signals.ts';

/** Everything that counts against a text, as data. */
export const signals: readonly Signal[] = [
  ...instructionSignals,
  ...steeringSignals,
  ...secretSignals,
  ...shadowingSignals,
  ...deferralSignals,
  ...dutySignals,
  ...impostorSignals,
  ...praiseSignals,
];
