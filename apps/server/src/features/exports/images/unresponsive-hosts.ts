import type { OutboundErrorCode } from '../../../outbound/index.ts';

/** Failures of a host in a row after which it is not asked again. */
const perHost = 3;
/** Failures of all hosts after which no host is asked again that has not served an image. */
const inAll = 50;

/** What a host that may never respond fails with: each such failure can take as long as one exchange may. */
const failures: ReadonlySet<OutboundErrorCode> = new Set(['timeout', 'connection', 'dns', 'tls']);

/**
 * Keeps an export from waiting for hosts that do not respond: thousands of its images may be on them.
 */
export class UnresponsiveHosts {
  readonly #failuresInRow = new Map<string, number>();
  #failures = 0;

  /** False for a host that would only be waited for. */
  isWorthAsking(url: string): boolean {
    const failed = this.#failuresInRow.get(hostOf(url));
    return failed === 0 || ((failed ?? 0) < perHost && this.#failures < inAll);
  }

  addSuccess(url: string): void {
    this.#failuresInRow.set(hostOf(url), 0);
  }

  addFailure(url: string, code: OutboundErrorCode): void {
    const host = hostOf(url);
    const isUnresponsive = failures.has(code);
    this.#failuresInRow.set(host, isUnresponsive ? (this.#failuresInRow.get(host) ?? 0) + 1 : 0);
    if (isUnresponsive) this.#failures += 1;
  }
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? '';
}
