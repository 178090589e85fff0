/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** The HTTP API of a tenant, with one key. Refusals are answers too: problem details with `status` and `code`. */
export interface Api {
  get(path: string): Promise<Json>;
  post(path: string, body: Json): Promise<Json>;
  text(path: string): Promise<string>;
}

/** `tenant` is an address such as `http://127.0.0.1:7420/v1/tenants/default`. */
export function createApi(tenant: string, key: string): Api {
  const send = (path: string, body?: Json) =>
    fetch(`${tenant}${path}`, {
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
  return {
    get: async (path) => toJson(await send(path)),
    post: async (path, body) => toJson(await send(path, body)),
    text: async (path) => await (await send(path)).text(),
  };
}

async function toJson(response: Response): Promise<Json> {
  return JSON.parse(await response.text());
}
