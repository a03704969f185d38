import process from 'node:process';

const [baseUrl, apiKey] = process.argv.slice(2);

/** Sends each request of the client: adds the base address and the key. */
export async function http<Response>(path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('Authorization', `Bearer ${apiKey}`);
  const response = await fetch(`${baseUrl}${path}`, { ...init, headers });
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const data = isJson ? await response.json() : await response.blob();
  return { status: response.status, headers: response.headers, data } as Response;
}
