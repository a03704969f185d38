/** How much of a request body was sent, in bytes. */
export interface Sent {
  readonly bytes: number;
  /** The whole body. */
  readonly total: number;
}

/**
 * Sends requests like `fetch`, and reports how much of each body was sent, which browsers report only for an
 * XMLHttpRequest.
 *
 * @returns a `fetch` for bodies and responses that fit into memory. As `fetch`, it rejects with a TypeError if the
 * server cannot be reached, and with the signal's reason if it is aborted.
 */
export function createUploadFetch(onSent: (sent: Sent) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init.method ?? 'GET', String(input));
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onSent({ bytes: loaded, total });
      request.onload = () => {
        const { status, statusText, responseText } = request;
        const isEmpty = status === 204 || status === 304;
        resolve(new Response(isEmpty ? null : responseText, { status, statusText, headers: headersOf(request) }));
      };
      request.onerror = () => reject(new TypeError('The connection was lost.'));
      request.onabort = () => reject(init.signal?.reason);
      if (init.signal?.aborted) return reject(init.signal.reason);
      init.signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(init.body as XMLHttpRequestBodyInit | null | undefined);
    });
}

function headersOf(request: XMLHttpRequest): [string, string][] {
  const lines = request.getAllResponseHeaders().split('\r\n').filter(Boolean);
  return lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);
}
