import type { GateDecision, OpenGate } from 'toolcrib/runtime';
import { readLine } from './terminal/read-line.ts';
import type { Screen } from './terminal/screen.ts';
import { toVisible, toVisibleLine } from './terminal/to-visible.ts';

/** Whoever decides about gates. The signal says that the answer is not wanted any more. */
export type Person = (gate: OpenGate, signal: AbortSignal) => Promise<GateDecision>;

/** Somebody who has decided before being asked: by an option, or by the script. */
export function decidedPerson(screen: Screen, decision: GateDecision): Person {
  return async (gate) => {
    const word = decision.decision === 'approve' ? 'yes' : 'no';
    screen.line(`${toQuestion(screen, gate)} ${word}`);
    return decision;
  };
}

/** Somebody at this terminal. Everything but a clear yes is a no. */
export function personAtTerminal(screen: Screen, onInterrupt: () => void): Person {
  return async (gate, signal) => {
    const release = screen.hold();
    const text = gate.details?.text;
    if (typeof text === 'string') screen.flow(`${toVisible(text).trim()}\n`, '  │ ');
    const prompt = `${toQuestion(screen, gate)} [y/N] `;
    const answer = await readLine({ prompt, signal, onInterrupt });
    // Whoever left without an answer is on a line that has not ended.
    if (answer === undefined) screen.line();
    release();
    const isYes = /^y(es)?$/i.test(answer?.trim() ?? '');
    return { decision: isYes ? 'approve' : 'reject', approver: 'the person' };
  };
}

function toQuestion(screen: Screen, { toolName, prompt }: OpenGate): string {
  return `  ${screen.paint('yellow', '?')} ${toVisibleLine(toolName, 20)} asks: ${toVisibleLine(prompt, 300)}`;
}
