import type { KeyRecord } from '../store/service-store.ts';
import type { Principal } from './principal.ts';

/** Who a key stands for. Says nothing of whether it is still valid. */
export function principalOfKey({ id, name, grants, limits, expiresAt }: KeyRecord): Principal {
  return Object.freeze({ id: `key:${id}`, kind: 'key', name, grants, limits, expiresAt });
}
