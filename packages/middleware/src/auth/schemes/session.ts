import { createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError } from '@contract-kit/http-spec';
import type { RequestView } from '../../request.ts';
import { systemTime, type TimeSource } from '../../time-source.ts';
import type { Authenticator } from '../authenticator.ts';
import type { Caller } from '../caller.ts';
import { unauthorized } from '../credential.ts';

/** The content of a session: signed, not encrypted. The holder of the cookie can read it but not change it. */
export interface Session {
  readonly subject: string;
  readonly tenantId: string;
  readonly scopes: readonly string[];
}

/** A caller authenticated by its session. */
export interface SessionCaller extends Caller {
  readonly expiresAt: Date;
}

export interface SessionAuthenticatorOptions {
  /** The first signs; all are accepted, so that secrets can be replaced. At least 32 bytes each. */
  readonly secrets: readonly [string, ...string[]];
  /** Name of the cookie. Default `__Host-session`, which browsers accept only over HTTPS. */
  readonly cookie?: string;
  /** How long a session lasts, in seconds. Default 12 hours. */
  readonly maxAgeSeconds?: number;
  readonly clock?: Pick<TimeSource, 'nowMs'>;
}

export interface SessionAuthenticator extends Authenticator<SessionCaller> {
  /** A value of `Set-Cookie` that begins a session. */
  issue(session: Session): string;
  /** A value of `Set-Cookie` that ends the browser's session. */
  end(): string;
}

/**
 * Authenticates browsers by a signed cookie. Pages of other origins cannot use it: the cookie is `SameSite=Lax`, and a
 * change from another origin is refused.
 *
 * @example
 * const session = createSessionAuthenticator({ secrets: [secret] });
 * return { status: 204, headers: { 'Set-Cookie': session.issue({ subject: user.id, tenantId, scopes }) } };
 * @throws RangeError for a secret that is too short.
 */
export function createSessionAuthenticator(options: SessionAuthenticatorOptions): SessionAuthenticator {
  const { secrets, cookie = '__Host-session', maxAgeSeconds = 12 * 60 * 60, clock = systemTime } = options;
  if (secrets.some((secret) => Buffer.byteLength(secret) < 32)) {
    throw new RangeError('A session secret must have at least 32 bytes.');
  }
  const signatureOf = (payload: string, secret: string) =>
    createHmac('sha256', secret).update(`${cookie}=${payload}`).digest();
  const setCookie = (value: string, maxAge: number) =>
    `${cookie}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${cookie.startsWith('__') ? '; Secure' : ''}`;

  function read(value: string): SessionCaller {
    const [payload = '', signature = ''] = value.split('.');
    const sent = Buffer.from(signature, 'base64url');
    const isSigned = secrets.some((secret) => {
      const expected = signatureOf(payload, secret);
      return sent.length === expected.length && timingSafeEqual(sent, expected);
    });
    if (!isSigned) throw unauthorized('The session is invalid.');
    const { subject, tenantId, scopes, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    if (exp * 1000 <= clock.nowMs()) throw unauthorized('The session has expired.');
    return { subject, tenantId, scopes: new Set(scopes), expiresAt: new Date(exp * 1000) };
  }

  return {
    credential: 'session',
    hint: 'Log in: a session is needed.',
    reads: ['Cookie'],
    challenge: 'Session realm="api"',
    authenticate(request) {
      const value = cookieOf(request.headers.cookie ?? '', cookie);
      if (value === null) return null;
      const caller = read(value);
      assertOwnPage(request);
      return caller;
    },
    issue(session) {
      const exp = Math.floor(clock.nowMs() / 1000) + maxAgeSeconds;
      const payload = Buffer.from(JSON.stringify({ ...session, exp })).toString('base64url');
      return setCookie(`${payload}.${signatureOf(payload, secrets[0]).toString('base64url')}`, maxAgeSeconds);
    },
    end: () => setCookie('', 0),
  };
}

function cookieOf(field: string, name: string): string | null {
  const pair = field.split(/; ?/).find((text) => text.startsWith(`${name}=`));
  return pair === undefined ? null : pair.slice(name.length + 1);
}

/**
 * Browsers also send cookies with requests from pages of other origins: detected by Fetch Metadata, or Origin in older
 * browsers.
 */
function assertOwnPage({ method, headers }: RequestView): void {
  if (method === 'GET' || method === 'HEAD') return;
  const { origin, host, 'sec-fetch-site': site } = headers;
  const isOwn =
    site === undefined ? origin === undefined || hostOf(origin) === host : /^(same-origin|none)$/.test(site);
  if (!isOwn) throw new ApiError('forbidden', 'A page of another origin may not use this session.');
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
