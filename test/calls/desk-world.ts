import {
  actorOf,
  type CallWorld,
  type CallWorldOptions,
  fakeClockOf,
  startCallWorld,
  toolOf,
} from './call-world.ts';

export const ada = actorOf('key:ada', { scopes: ['*'] });
export const bob = actorOf('key:bob', { scopes: ['*'] });
export const viewer = actorOf('key:viewer', { roles: ['viewer'] });
export const publisher = actorOf('key:publisher', { roles: ['publisher'] });
export const approver = actorOf('key:approver', { roles: ['approver'] });
export const stranger = actorOf('key:ada', { tenant: 'other', scopes: ['*'] });

export const echo = toolOf('echo', (args) => String((args as { text?: string }).text ?? ''), {
  effect: 'read',
});
export const wipe = toolOf('wipe', () => 'wiped', { effect: 'destructive' });
const hang = toolOf(
  'hang',
  (_, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    }),
);

/** A process with these tools, published to a tenant. */
export async function start(options: CallWorldOptions = {}) {
  const world = startCallWorld({ tools: [echo, wipe, hang], ...options });
  const room = await world.publish();
  return { ...world, room, all: await room.view() };
}

/** Lets everything go on that does not wait for time to pass. */
export async function settle(world: CallWorld): Promise<void> {
  await fakeClockOf(world).advance(0);
}
