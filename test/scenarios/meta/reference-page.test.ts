import { beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../../support/app/expect-response.ts';
import { type Api, type ApiResponse, type App, startApp } from '../../support/app-server.ts';

/** A proxy of this name takes `/pim` away before it passes a request on. */
const publicUrl = 'https://shop.example/pim';
const publicPage = `${publicUrl}/api/v1/docs`;

let app: App;
let anyone: Api;
let page: ApiResponse;

beforeAll(async () => {
  app = await startApp({ env: { PUBLIC_URL: publicUrl } });
  anyone = app.api(null);
  page = await anyone.get('/docs');
});

/** What a page or a style sheet asks for, as it is written there. */
const addressesIn = (text: string) =>
  [...text.matchAll(/(?:src|href)="([^"]+)"|url\((?!["']?data:)["']?([^)"']+)/g)].map(([, a, b]) => a ?? b ?? '');

/** What a browser asks this server for when it finds the address in the page. */
const requestPath = (address: string) => {
  const { href } = new URL(address, publicPage);
  expect(href.startsWith(`${publicUrl}/api/v1/`), href).toBe(true);
  return href.slice(`${publicUrl}/api/v1`.length);
};

describe('GET /docs', () => {
  it('is a page that needs no key', () => {
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.text).toMatch(/^<!doctype html>/);
  });

  it('is linked from the index', async () => {
    const { data } = await anyone.get<{ links: { docs: string } }>('/');
    expect(data.links.docs).toBe(publicPage);
  });

  it('loads files that all exist, below any public address, each with its type', async () => {
    const files = addressesIn(page.text);
    const types = await Promise.all(
      files.map(async (file) => {
        const response = await anyone.get(requestPath(file));
        expect([response.status, response.text.length > 0], file).toEqual([200, true]);
        return [file, response.headers.get('content-type')];
      }),
    );
    expect(Object.fromEntries(types)).toEqual({
      'docs/favicon-32x32.png': 'image/png',
      'docs/swagger-ui.css': 'text/css; charset=utf-8',
      'docs/page.css': 'text/css; charset=utf-8',
      'docs/swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
      'docs/page.js': 'text/javascript; charset=utf-8',
      'openapi.json': expect.stringMatching(/^application\/json/),
    });
  });

  it('loads nothing from elsewhere: no outside address, no inline script, no style that loads', async () => {
    const policy = page.headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w-]+'; /);
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(page.text.match(/<script(?![^>]* src=)|<style| on\w+=| style=/g)).toBeNull();
    const own = [page, await anyone.get('/docs/page.js'), await anyone.get('/docs/page.css')];
    for (const { text } of own) expect(text).not.toMatch(/https?:|["'(]\/\//);
    expect(addressesIn((await anyone.get('/docs/swagger-ui.css')).text)).toEqual([]);
  });

  it('shows the description of this server, and calls it where the page was opened', async () => {
    const { text } = await anyone.get('/docs/page.js');
    expect(text).toContain("fetch('openapi.json')");
    expect(text).toContain("new URL('.', location.href)");
    expect(text).toContain('validatorUrl: null');
    expect((await anyone.get(requestPath('openapi.json'))).body).toMatchObject({ openapi: '3.1.0' });
  });

  it('is found with a trailing slash, and outside the API', async () => {
    const origin = new URL(app.baseUrl).origin;
    for (const start of [`${app.baseUrl}/docs/`, `${origin}/docs`, `${origin}/docs/`]) {
      const response = await fetch(start);
      expect([response.url, response.status], start).toEqual([`${app.baseUrl}/docs`, 200]);
      await response.body?.cancel();
    }
  });

  it('counts for the address like any request without a key, including its files', async () => {
    const remaining = async (path: string) => Number((await anyone.get(path)).headers.get('x-ratelimit-remaining'));
    const before = await remaining('/');
    expect([await remaining('/docs'), await remaining('/docs/page.js')]).toEqual([before - 1, before - 2]);
    expect(page.headers.get('x-request-id')).toMatch(/^req_/);
  });

  it('is not sent again to a client that has it, and large files are sent compressed', async () => {
    for (const path of ['/docs', '/docs/swagger-ui-bundle.js']) {
      const first = await anyone.get(path);
      const second = await anyone.get(path, { 'if-none-match': first.etag });
      expect([second.status, second.text], path).toEqual([304, '']);
    }
    const bundle = await anyone.send('HEAD', '/docs/swagger-ui-bundle.js', { headers: { 'accept-encoding': 'gzip' } });
    expect(bundle.headers.get('content-encoding')).toBe('gzip');
  });

  it('accepts no other method, and serves no other file of the viewer', async () => {
    const refused = await anyone.post('/docs', {});
    expectError(refused, 'method_not_allowed');
    expect(refused.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    for (const path of ['/docs/package.json', '/docs/swagger-initializer.js', '/docs/..%2fpackage.json']) {
      expectError(await anyone.get(path), 'not_found');
    }
  });
});
