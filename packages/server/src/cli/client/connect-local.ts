import type { LocalOptions } from '../cli-io.ts';
import type { ApiConnection } from './api-client.ts';
import { openLocalService } from './open-local-service.ts';

/** No name of the network: requests stay in this process. */
const LOCAL_URL = 'http://127.0.0.1';

/** The handler of a service in this process, over the local database, as whoever has that database. */
export async function connectLocal(local: LocalOptions): Promise<ApiConnection> {
  const { operatorPrincipal } = await import('../../auth/operator-principal.ts');
  const { running, place, close } = await openLocalService(local, { publishTo: [], isCreated: false });
  return {
    kind: 'local',
    place,
    url: LOCAL_URL,
    send: (request) => running.fetch(request, { principal: operatorPrincipal }),
    close,
  };
}
