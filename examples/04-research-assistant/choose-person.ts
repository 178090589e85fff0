import type { Interrupt } from './interrupt.ts';
import type { Options } from './options.ts';
import { decidedPerson, type Person, personAtTerminal } from './person.ts';
import type { Screen } from './terminal/screen.ts';

const NOBODY = 'Nobody was there to be asked.';

/** Who decides about gates: the options, somebody at the terminal, or the script. */
export function choosePerson(
  { answer, isStory, isInteractive }: Options,
  screen: Screen,
  interrupt: Interrupt,
): Person {
  if (answer !== undefined) {
    return decidedPerson(screen, {
      decision: answer === 'yes' ? 'approve' : 'reject',
      approver: 'the person',
    });
  }
  if (isInteractive) return personAtTerminal(screen, () => interrupt.fire());
  return isStory
    ? decidedPerson(screen, { decision: 'approve', approver: 'the script' })
    : decidedPerson(screen, { decision: 'reject', approver: 'this program', reason: NOBODY });
}
