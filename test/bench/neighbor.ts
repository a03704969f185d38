import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds between two requests, whether the one before was responded to or not. */
const intervalMs = 20;

/** Asks `GET /me` again and again, as a caller of another workspace would. */
export class Neighbor {
  readonly #url: string;
  readonly #key: string;
  readonly #agent = new Agent({ keepAlive: true });
  #latencies: number[] = [];
  #open = new Set<Promise<void>>();
  #running = true;
  readonly #asking: Promise<void>;

  /** @param url with the prefix of the API. */
  constructor(url: string, key: string) {
    this.#url = `${url}/me`;
    this.#key = key;
    this.#asking = this.#ask();
  }

  /** Milliseconds each request took that was sent since this was called last; waits for those under way. */
  async takeLatencies(): Promise<number[]> {
    await Promise.all(this.#open);
    const taken = this.#latencies;
    this.#latencies = [];
    return taken;
  }

  async stop(): Promise<void> {
    this.#running = false;
    await this.#asking;
    await Promise.all(this.#open);
    this.#agent.destroy();
  }

  async #ask(): Promise<void> {
    while (this.#running) {
      const asked: Promise<void> = this.#once().finally(() => this.#open.delete(asked));
      this.#open.add(asked);
      await delay(intervalMs);
    }
  }

  /** @throws Error for any response but 200. */
  #once(): Promise<void> {
    const begin = performance.now();
    return new Promise((resolve, reject) => {
      const sent = request(this.#url, { agent: this.#agent, headers: { 'x-api-key': this.#key } }, (response) => {
        response.resume().once('end', () => {
          this.#latencies.push(performance.now() - begin);
          if (response.statusCode === 200) resolve();
          else reject(new Error(`GET /me: ${response.statusCode}`));
        });
      });
      // A connection that was kept too long says nothing about the server.
      sent.once('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? resolve() : reject(error)));
      sent.end();
    });
  }
}
