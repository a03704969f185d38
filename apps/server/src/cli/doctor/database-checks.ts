import type { Config } from '../../config/index.ts';
import { systemClock } from '../../kernel/index.ts';
import { type DatabaseState, findEmbeddedPostgres, inspectDatabase, secretKeyId } from '../../storage/index.ts';
import type { Diagnosis, InstallationCheck } from './installation-check.ts';

/** Connections that a busy server process uses. */
const perProcess = 30;
/** Milliseconds. A larger difference between clocks makes signatures and the expiry of keys unreliable. */
const clockToleranceMs = 2000;

/** Whether the database can be used, in every way the server needs it. */
export const databaseChecks: readonly InstallationCheck[] = [
  ofDatabase('database', ({ version, encoding }) => {
    const detail = `PostgreSQL ${version}`;
    if (Number.parseInt(version, 10) < 15) return { detail, advice: 'Upgrade to PostgreSQL 15 or later.' };
    if (encoding !== 'UTF8') return { detail, advice: `It is encoded in ${encoding}; create one with UTF8.` };
    return { detail };
  }),
  ofDatabase('database.schema', ({ appliedMigrations, waitingMigrations, unknownMigrations }) => {
    const known = appliedMigrations.length - unknownMigrations.length;
    const detail = `${known} of ${known + waitingMigrations.length} migrations applied`;
    if (unknownMigrations.length > 0) {
      return { detail, advice: `A later release has applied ${unknownMigrations.join(', ')}: run that release.` };
    }
    if (waitingMigrations.length === 0) return { detail };
    return { detail, advice: `The next start of the server applies ${waitingMigrations.join(', ')}.` };
  }),
  ofDatabase('database.privileges', ({ user, mayCreate, missingExtensions }) => {
    const detail = `user ${user}`;
    if (!mayCreate) return { detail, advice: `Grant ${user} create on database and schema: migrations create tables.` };
    if (missingExtensions.length === 0) return { detail };
    return { detail, advice: `The next start creates the extensions ${missingExtensions.join(', ')}.` };
  }),
  ofDatabase('database.connections', ({ possibleConnections, openConnections }, { processes }) => {
    const needed = perProcess * (processes === 1 ? 1 : processes + 1);
    const detail = `${possibleConnections} possible, ${openConnections} open, up to ${needed} for this server`;
    if (possibleConnections >= needed) return { detail };
    return { detail, advice: `Set max_connections to ${needed + 10} or more, or PROCESSES to fewer.` };
  }),
  ofDatabase('database.secrets', ({ secretKeyIds }, { secretsKeys }) => {
    const known: (string | null)[] = secretsKeys.map(secretKeyId);
    const unknown = secretKeyIds.filter((id) => id !== null && !known.includes(id));
    if (unknown.length > 0)
      return { detail: 'cannot be decrypted', advice: `Add the key ${unknown.join(', ')} to SECRETS_KEY.` };
    if (secretsKeys.length === 0) return { detail: 'not encrypted, as SECRETS_KEY is not set' };
    if (secretKeyIds.every((id) => id === known[0])) return { detail: `encrypted with the key ${known[0]}` };
    const detail = 'not encrypted with the first key in SECRETS_KEY';
    return { detail, advice: 'Run `pcm secrets rotate` when all processes have that key.' };
  }),
  ofDatabase('clock', ({ clockOffsetMs }) => {
    const detail = `${Math.abs(clockOffsetMs / 1000).toFixed(1)} s from that of the database`;
    if (Math.abs(clockOffsetMs) <= clockToleranceMs) return { detail };
    return { detail, advice: 'Run NTP on this machine and on that of the database.' };
  }),
];

/** A check of the state of the database. An embedded database that is not running is not started. */
function ofDatabase(name: string, judge: (state: DatabaseState, config: Config) => Diagnosis): InstallationCheck {
  return {
    name,
    async run(config) {
      const url = config.databaseUrl ?? (await findEmbeddedPostgres(config.dataDir));
      if (url === null) return { detail: 'embedded, not running; `start` starts it' };
      return judge(await inspectDatabase(url, systemClock.now), config);
    },
  };
}
