import { ToolcribError } from 'toolcrib';
import type { CallRecord, Runtime } from 'toolcrib/runtime';
import type { Actor } from '../../packages/server/src/auth/actor.ts';
import type { CallDesk, CallStop, CallView, StartedCall } from '../../packages/server/src/calls/call-desk.ts';
import { toRecordView } from '../../packages/server/src/calls/call-view.ts';

/** A call desk without limits, audit and other processes: what the endpoint needs of one, and nothing else. */
export function createPlainCallDesk(
  runtime: Runtime,
): Pick<CallDesk, 'start' | 'find' | 'findOwn' | 'wait' | 'cancel' | 'artifact'> {
  const mine = new Map<string, { readonly owner: string; readonly ended: Promise<CallRecord> }>();

  async function find(actor: Actor, id: string): Promise<CallView> {
    const call = mine.get(id);
    if (call === undefined || call.owner !== actor.caller.id) {
      throw new ToolcribError('E_CALL_NOT_FOUND', `There is no call "${id}".`);
    }
    const gates = await runtime.gates.list({ tenant: actor.tenant });
    const gate = gates.find(({ invocationId }) => invocationId === id);
    return gate === undefined ? toRecordView(await call.ended) : openView(id, gate.gateId);
  }

  return {
    async start({ actor, view, tool, args, signal }) {
      const started = Promise.withResolvers<StartedCall>();
      const opened = Promise.withResolvers<CallStop>();
      const link = new AbortController();
      const onAbort = () => link.abort(signal?.reason);
      const detach = () => signal?.removeEventListener('abort', onAbort);
      signal?.addEventListener('abort', onAbort);
      let ended: Promise<CallRecord> | undefined;
      const stop = view.runtime.subscribe(async (event) => {
        if (event.callerId !== actor.caller.id) return;
        if (event.type === 'tool-call-start' && ended === undefined)
          started.resolve(toStarted(event.invocationId));
        if (event.type !== 'gate-open') return;
        const gates = await view.runtime.gates.list({ tenant: actor.tenant });
        const gate = gates.find(({ gateId }) => gateId === event.gateId);
        if (gate !== undefined) opened.resolve({ kind: 'waiting', gate });
      });
      const toStarted = (invocationId: string): StartedCall => {
        const end = Promise.resolve().then(() => running);
        mine.set(invocationId, { owner: actor.caller.id, ended: end });
        const stopped = Promise.race([
          end.then((record): CallStop => ({ kind: 'ended', record })),
          opened.promise,
        ]).finally(stop);
        const [accepted, earlier] = [Promise.resolve(invocationId), Promise.resolve(undefined)];
        return { invocationId, accepted, earlier, ended: end, stopped, detach };
      };
      const running = view.runtime.call({ tool, args, caller: actor.caller, signal: link.signal });
      ended = running;
      return await started.promise;
    },
    find,
    findOwn: find,
    cancel: find,
    wait: find,
    async artifact(actor, id) {
      const { result } = await find(actor, id);
      const { id: artifactId } = Object(result?.kind === 'artifact' ? result.artifact : undefined);
      const artifact = artifactId && (await runtime.artifacts.get(artifactId));
      if (artifact) return artifact;
      throw new ToolcribError('E_CALL_NOT_FOUND', `There is no call "${id}".`);
    },
  };
}

function openView(id: string, gateId: string): CallView {
  return {
    id,
    tool: 'unknown',
    toolVersion: null,
    tenant: 'acme',
    callerId: 'unknown',
    callerName: null,
    state: 'waiting',
    acceptedAt: '2026-01-01T00:00:00.000Z',
    endedAt: null,
    ranMs: null,
    sideEffect: null,
    error: null,
    result: null,
    gates: [
      {
        id: gateId,
        name: 'gate',
        status: 'open',
        approver: null,
        approverName: null,
        reason: null,
        settledAt: null,
        expiresAt: '2026-01-01T00:00:00.000Z',
      },
    ],
  };
}
