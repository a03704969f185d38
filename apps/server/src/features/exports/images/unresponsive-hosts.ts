import type { OutboundErrorCode } from '../../../outbound/index.ts';

/** Failures of a host in a row after which it is not asked again. */
const maxFailures = 3;

/** What a host that may never respond fails with: each such failure can take as long as one exchange may. */
const failures: ReadonlySet<OutboundErrorCode> = new Set(['timeout', 'connection', 'dns', 'tls']);

/** Keeps an export from waiting for hosts that do not respond: thousands of its images may be on one. */
export class UnresponsiveHosts {
  readonly #failuresInRow = new Map<string, number>();

  /** False for a host that would only be waited for. */
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
