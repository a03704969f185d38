import type { OutboundErrorCode } from '../../../outbound/index.ts';

/** Consecutive failures of a host after which no more requests are sent to it. */
const maxFailures = 3;

/** Failures that suggest a host will never respond: each may take as long as one exchange may. */
const failures: ReadonlySet<OutboundErrorCode> = new Set(['timeout', 'connection', 'dns', 'tls']);

/** Keeps an export from waiting for hosts that do not respond: one host may serve thousands of its images. */
export class UnresponsiveHosts {
  readonly #failuresInRow = new Map<string, number>();

  /** False for a host that would only cost waiting time. */
  isWorthAsking(url: string): boolean {
    return (this.#failuresInRow.get(hostOf(url)) ?? 0) < maxFailures;
  }

  addSuccess(url: string): void {
    this.#failuresInRow.delete(hostOf(url));
  }

  addFailure(url: string, code: OutboundErrorCode): void {
    const host = hostOf(url);
    if (failures.has(code)) this.#failuresInRow.set(host, (this.#failuresInRow.get(host) ?? 0) + 1);
    else this.#failuresInRow.delete(host);
  }
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? '';
}
