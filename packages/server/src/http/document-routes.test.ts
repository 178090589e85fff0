import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createServiceDouble } from '../../../../test/http/service-double.ts';
import { createHandler } from './create-handler.ts';
import { createDocumentRoutes } from './document-routes.ts';

const handler = createHandler({ routes: createDocumentRoutes([]), service: createServiceDouble().service });

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return handler(new Request(`http://localhost${path}`, { headers }));
}

describe('the routes of the reference', () => {
  it('are open to everybody, and in the document themselves', async () => {
    const document = await (await get('/openapi.json')).json();

    expect(document).toMatchObject({ openapi: '3.1.0' });
    expect(Object.keys(document.paths)).toEqual(['/openapi.json', '/docs']);
  });

  it('answer 304 to who has them already', async () => {
    const etag = (await get('/docs')).headers.get('etag') ?? '';

    expect((await get('/docs', { 'if-none-match': etag })).status).toBe(304);
  });

  it('allow the page its own style and nothing else', async () => {
    const response = await get('/docs');
    const style = /<style>(.*?)<\/style>/s.exec(await response.text())?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');

    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain(
      `default-src 'none'; style-src 'sha256-${hash}'`,
    );
  });
});
