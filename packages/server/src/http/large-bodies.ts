import { ToolcribError } from 'toolcrib';

/** From how many bytes on a body is large: reading one keeps the process busy for a moment that everybody notices. */
export const LARGE_BYTES = 1_048_576;

const MAX_AT_ONCE = 2;
const MAX_WAITING = 100;

/** Takes turns with large bodies, so that whoever sends many of them stalls nobody but themselves. */
export interface LargeBodies {
  /**
   * Waits for a turn, which the answer ends. Nobody has two at the same time.
   *
   * @throws ToolcribError `E_REQUEST_TIMED_OUT` if too many of the same sender wait already; the reason of the signal.
   */
  enter(senderId: string, signal: AbortSignal): Promise<() => void>;
}

type Waiting = { readonly senderId: string; readonly begin: () => void };

export function createLargeBodies(): LargeBodies {
  const senders = new Set<string>();
  const queue = new Set<Waiting>();

  function admit(): void {
    for (const waiting of queue) {
      if (senders.size >= MAX_AT_ONCE) return;
      if (senders.has(waiting.senderId)) continue;
      queue.delete(waiting);
      senders.add(waiting.senderId);
      waiting.begin();
    }
  }

  return {
    enter(senderId, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const waitingOfSender = [...queue].filter((waiting) => waiting.senderId === senderId).length;
        if (waitingOfSender >= MAX_WAITING) return reject(tooMany());
        const waiting: Waiting = {
          senderId,
          begin: () => {
            signal.removeEventListener('abort', onAbort);
            let isOver = false;
            resolve(() => {
              if (isOver) return;
              isOver = true;
              senders.delete(senderId);
              admit();
            });
          },
        };
        function onAbort(): void {
          queue.delete(waiting);
          reject(signal.reason);
        }
        signal.addEventListener('abort', onAbort, { once: true });
        queue.add(waiting);
        admit();
      });
    },
  };
}

function tooMany(): ToolcribError {
  const message = `More than ${MAX_WAITING} large requests of yours are waiting. Send one after the other. Nothing was done.`;
  return new ToolcribError('E_REQUEST_TIMED_OUT', message, { context: { maxWaiting: MAX_WAITING } });
}
