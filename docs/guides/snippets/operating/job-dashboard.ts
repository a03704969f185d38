import { timingSafeEqual } from 'node:crypto';
import { PostgresBackend } from '@agendajs/postgres-backend';
import { Agenda } from 'agenda';
import { createExpressMiddleware } from 'agendash';
import express, { type Express, type RequestHandler } from 'express';
import pg from 'pg';

/** Agenda's dashboard over the database of a running server, protected by a password. */
export function createJobDashboard(databaseUrl: string, password: string): { app: Express; close(): Promise<void> } {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 3, options: '-c search_path=agenda' });
  // It is never started: it shows jobs and runs none.
  const agenda = new Agenda({ backend: new PostgresBackend({ pool, ensureSchema: false }) });
  const app = express();
  app.use(requirePassword(password));
  app.use('/jobs', createExpressMiddleware(agenda));
  return { app, close: () => pool.end() };
}

/** Basic authentication with any user name. */
function requirePassword(password: string): RequestHandler {
  return (request, response, next) => {
    const [scheme = '', credentials = ''] = (request.headers.authorization ?? '').split(' ');
    const decoded = Buffer.from(credentials, 'base64').toString();
    const given = Buffer.from(decoded.slice(decoded.indexOf(':') + 1));
    const expected = Buffer.from(password);
    const isKnown = given.length === expected.length && timingSafeEqual(given, expected);
    if (scheme.toLowerCase() === 'basic' && isKnown) return next();
    response.set('WWW-Authenticate', 'Basic realm="jobs"').sendStatus(401);
  };
}

if (import.meta.main) {
  const { DATABASE_URL: databaseUrl, DASHBOARD_PASSWORD: password } = process.env;
  if (!databaseUrl || !password) throw new Error('Set DATABASE_URL and DASHBOARD_PASSWORD.');
  // Reachable from this machine alone.
  createJobDashboard(databaseUrl, password).app.listen(3100, '127.0.0.1');
}
