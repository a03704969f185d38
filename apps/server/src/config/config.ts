import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { describeIssue } from '@contract-kit/middleware/validation';
import { parseRetrySchedule, retrySchedule } from '@contract-kit/webhooks';
import { z } from 'zod';
import type { FileLocation } from '../files/index.ts';
import { StartError } from '../kernel/index.ts';
import { filesSetting } from './files-setting.ts';

/** An environment, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

const origin = z.url({ protocol: /^https?$/, error: 'Must be an http or https URL such as https://pim.example.com.' });

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `Must be an integer from ${min} to ${max}.`)
    .transform(Number)
    .pipe(
      z
        .number(`Must be an integer from ${min} to ${max}.`)
        .min(min, `Must be at least ${min}.`)
        .max(max, `Must be at most ${max}.`),
    );

const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, `Must be one of ${values.join(', ')}.`);

/** Every setting of the server, as an environment variable. */
const SettingsSchema = z.object({
  PORT: integer(0, 65_535).default(3000).describe('Port to listen on; 0 chooses a free one.'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on.'),
  DATA_DIR: z.string().default('.data').describe('Folder for the embedded database, files and the demo key.'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/./, 'Must be a URL such as postgres://user:password@host:5432/database.')
    .optional()
    .describe('A PostgreSQL server (15 or later) to use in place of the embedded one.'),
  ASSETS_URL: filesSetting
    .optional()
    .describe(
      'Where files are stored: `file:folder`, or `s3://bucket/prefix?endpoint=…&region=…`; default: `DATA_DIR/files`.',
    ),
  SECRETS_KEY: z
    .string()
    .transform((list) => list.split(',').map((key) => key.trim()))
    .refine(
      (keys) => keys.every((key) => key.length >= 32),
      'Must be keys of at least 32 characters, comma separated; `openssl rand -base64 32` makes one.',
    )
    .optional()
    .describe(
      'Keys, comma separated, that encrypt the secrets in the database: the first one encrypts, all of them decrypt. Default: none.',
    ),
  AWS_ACCESS_KEY_ID: z.string().optional().describe('Key of the bucket; without one, the role of the machine.'),
  AWS_SECRET_ACCESS_KEY: z.string().optional().describe('Secret of that key.'),
  AWS_SESSION_TOKEN: z.string().optional().describe('Token of a temporary key.'),
  AWS_REGION: z
    .string()
    .optional()
    .describe('Region of the bucket, unless `ASSETS_URL` names it; default: `us-east-1`.'),
  JOBS_URL: z
    .string()
    .regex(
      /^(postgres(ql)?|rediss?|mongodb(\+srv)?):\/\/./,
      'Must be a URL such as redis://host:6379/0, mongodb://host:27017/database or postgres://user:password@host:5432/database.',
    )
    .optional()
    .describe(
      'A PostgreSQL, Redis or MongoDB server for the queue of jobs and the schedule of recurring tasks; default: the database.',
    ),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\/./, 'Must be a URL such as redis://user:password@host:6379/0.')
    .optional()
    .describe('A Redis (6 or later) or Valkey server that counts requests for all processes together.'),
  PUBLIC_URL: origin
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe('Where callers reach the server; default: where it listens.'),
  ROLE: oneOf(['all', 'api', 'worker'])
    .default('all')
    .describe('What this process does: serve requests, run jobs, or both.'),
  PROCESSES: z
    .string()
    .transform((text) => (text === 'auto' ? String(availableParallelism()) : text))
    .pipe(integer(1, 64))
    .default(1)
    .describe('Processes that share the port, `auto` for one per core. With more than 1, a further one runs jobs.'),
  RATE_LIMIT: integer(1, 1_000_000).default(600).describe('Requests per rolling 60 seconds and API key.'),
  RATE_LIMIT_STORE: oneOf(['memory', 'postgres', 'redis'])
    .optional()
    .describe(
      'Where requests are counted: in the memory of this server, or for several servers together in the database or in Redis; default: `redis` with a `REDIS_URL`, else `memory`.',
    ),
  IDEMPOTENCY_STORE_BUDGET: integer(1, 10 ** 15)
    .default(2 ** 30)
    .describe(
      'Bytes the stored responses of one workspace may take before a POST with an `Idempotency-Key` whose response may be large is refused.',
    ),
  REQUEST_LOG_DAYS: integer(1, 365).default(3).describe('Days for which the request log keeps a request.'),
  REQUEST_LOG_ROWS: integer(0, 10_000_000)
    .default(100_000)
    .describe(
      'Requests of one workspace that the request log keeps; older ones are deleted every minute. 0 logs none.',
    ),
  SHUTDOWN_DELAY: integer(0, 300)
    .default(0)
    .describe(
      'Seconds after SIGTERM in which requests are still accepted, so that load balancers see `/readyz` return 503.',
    ),
  WEBHOOK_ALLOW_PRIVATE: oneOf(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .describe(
      'Whether webhooks, asset downloads, images of exports and http channels may go to private addresses and to http: URLs, for development.',
    ),
  WEBHOOK_RETRY_SCHEDULE: z
    .string()
    .default(retrySchedule.join())
    .transform(toRetrySchedule)
    .describe('Seconds before each retry of a webhook delivery, comma separated.'),
  METRICS_PORT: integer(0, 65_535)
    .optional()
    .describe(
      'Port that serves `/metrics` in the format of Prometheus, in every role; 0 chooses a free one; default: none.',
    ),
  METRICS_HOST: z.string().default('127.0.0.1').describe('Address that `METRICS_PORT` listens on.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'Must be an http or https URL such as http://collector:4318.' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe('An OpenTelemetry collector that receives traces and metrics by OTLP over HTTP; default: none.'),
  TRACE_RATIO: z
    .string()
    .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'Must be a number from 0 to 1 such as 0.05.')
    .transform(Number)
    .default(1)
    .describe(
      'Share of the traces beginning here that are recorded; for a trace begun by a caller, the caller decides.',
    ),
  TRACES_PER_SECOND: integer(1, 1_000_000)
    .default(20)
    .describe(
      'Maximum number of traces per second that begin here and are recorded, so that they do not slow down a busy server.',
    ),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('What is logged.'),
  SEED: oneOf(['sample', 'none']).default('sample').describe('The catalog the demo workspace starts with.'),
  DOCS_SITE: z
    .string()
    .optional()
    .describe('Folder of the built documentation (`npx --yes pnpm@12 site`), served at `/docs/`; default: none.'),
  CORS_ORIGINS: z
    .string()
    .transform((list) => (list === '*' ? ('*' as const) : list.split(',').map((entry) => entry.trim())))
    .refine((list) => list === '*' || list.every(isOrigin), 'Must be * or origins such as https://app.example.com.')
    .optional()
    .describe('Origins, comma separated, whose pages may call the API; * for all. Default: none.'),
});

/** The settings of the server. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute path. */
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** Where uploads and generated files are stored. */
  readonly files: FileLocation;
  /**
   * Keys that encrypt the secrets in the database: the first one encrypts, all of them decrypt; empty: no encryption.
   */
  readonly secretsKeys: readonly string[];
  /** Where the schedule of recurring tasks is stored; null: in the database. */
  readonly jobsUrl: string | null;
  /** The Redis server that counts requests for the store `redis`. */
  readonly redisUrl: string | null;
  /** Without a trailing slash; null: the address the server listens on. */
  readonly publicUrl: string | null;
  readonly role: 'all' | 'api' | 'worker';
  /** How many processes share the port. */
  readonly processes: number;
  readonly rateLimit: number;
  readonly rateLimitStore: 'memory' | 'postgres' | 'redis';
  /** Bytes that the large stored responses of a workspace may take. */
  readonly idempotencyStoreBudget: number;
  /** Days for which the request log keeps a request. */
  readonly requestLogDays: number;
  /** How many requests of one workspace the log keeps; 0: none. */
  readonly requestLogRows: number;
  /** Where `/metrics` is served; null: nowhere. */
  readonly metricsPort: number | null;
  readonly metricsHost: string;
  /** Where traces and metrics are sent, without a trailing slash; null: nowhere. */
  readonly otlpEndpoint: string | null;
  /** Share of the traces that begin here that are recorded, from 0 to 1. */
  readonly traceRatio: number;
  readonly tracesPerSecond: number;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  readonly seed: 'sample' | 'none';
  /** Folder of the built documentation. */
  readonly docsSite: string | null;
  readonly corsOrigins: readonly string[] | '*' | null;
  /** Milliseconds for which requests are still accepted after the signal to stop. */
  readonly shutdownDelayMs: number;
  /** Whether webhooks may go to private addresses and `http:` URLs. */
  readonly webhookAllowPrivate: boolean;
  /** Seconds before each retry of a delivery. */
  readonly webhookRetrySchedule: readonly number[];
}

/**
 * Reads the settings. An empty value counts as not set.
 *
 * @throws StartError that names every wrong setting and what it must be.
 */
export function readConfig(environment: Environment = process.env): Config {
  const given = Object.fromEntries(
    Object.keys(SettingsSchema.shape).flatMap((name) => {
      const value = environment[name]?.trim();
      return value ? [[name, value]] : [];
    }),
  );
  const result = SettingsSchema.safeParse(given);
  if (!result.success) throw new StartError(describeProblems(result.error, given));
  const settings = result.data;
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    files: toFileLocation(settings),
    secretsKeys: settings.SECRETS_KEY ?? [],
    jobsUrl: settings.JOBS_URL ?? null,
    redisUrl: settings.REDIS_URL ?? null,
    publicUrl: settings.PUBLIC_URL ?? null,
    role: settings.ROLE,
    processes: toProcesses(settings),
    rateLimit: settings.RATE_LIMIT,
    rateLimitStore: toRateLimitStore(settings),
    idempotencyStoreBudget: settings.IDEMPOTENCY_STORE_BUDGET,
    requestLogDays: settings.REQUEST_LOG_DAYS,
    requestLogRows: settings.REQUEST_LOG_ROWS,
    metricsPort: settings.METRICS_PORT ?? null,
    metricsHost: settings.METRICS_HOST,
    otlpEndpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    traceRatio: settings.TRACE_RATIO,
    tracesPerSecond: settings.TRACES_PER_SECOND,
    logLevel: settings.LOG_LEVEL,
    seed: settings.SEED,
    docsSite: settings.DOCS_SITE === undefined ? null : resolve(settings.DOCS_SITE),
    corsOrigins: settings.CORS_ORIGINS ?? null,
    shutdownDelayMs: settings.SHUTDOWN_DELAY * 1000,
    webhookAllowPrivate: settings.WEBHOOK_ALLOW_PRIVATE,
    webhookRetrySchedule: settings.WEBHOOK_RETRY_SCHEDULE,
  };
}

/** Name, meaning and default of each setting, for the documentation and for `--help`. */
export function describeSettings(): { name: string; description: string; default: string | null }[] {
  return Object.entries(SettingsSchema.shape).map(([name, schema]) => {
    const byDefault = schema.safeParse(undefined).data;
    return { name, description: schema.description ?? '', default: byDefault === undefined ? null : String(byDefault) };
  });
}

function toFileLocation(settings: z.infer<typeof SettingsSchema>): FileLocation {
  const { ASSETS_URL: location, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (location === undefined) return { kind: 'folder', path: join(resolve(settings.DATA_DIR), 'files') };
  if (location.kind === 'folder') return location;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    throw new StartError('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together.');
  }
  const sessionToken = settings.AWS_SESSION_TOKEN;
  const region = location.region ?? settings.AWS_REGION ?? 'us-east-1';
  const credentials =
    accessKeyId === undefined || secretAccessKey === undefined ? null : { accessKeyId, secretAccessKey, sessionToken };
  return { ...location, region, credentials };
}

function toProcesses({ ROLE: role, PROCESSES: processes }: z.infer<typeof SettingsSchema>): number {
  if (role !== 'worker' || processes === 1) return processes;
  throw new StartError('PROCESSES counts those that share the port: it must be 1 with the ROLE "worker".');
}

function toRateLimitStore(settings: z.infer<typeof SettingsSchema>): Config['rateLimitStore'] {
  const store = settings.RATE_LIMIT_STORE ?? (settings.REDIS_URL === undefined ? 'memory' : 'redis');
  if (store === 'redis' && settings.REDIS_URL === undefined) {
    throw new StartError('RATE_LIMIT_STORE is "redis": REDIS_URL must be set too.');
  }
  return store;
}

function describeProblems(error: z.ZodError, given: Readonly<Record<string, string>>): string {
  const problems = new Map(error.issues.map((issue) => [String(issue.path[0]), describeIssue(issue)]));
  // Keys, and URLs that may contain a password, are not shown.
  const shown = (name: string) =>
    ['DATABASE_URL', 'ASSETS_URL', 'JOBS_URL', 'REDIS_URL', 'SECRETS_KEY', 'OTEL_EXPORTER_OTLP_ENDPOINT'].includes(name)
      ? ':'
      : ` is "${given[name]}":`;
  return [...problems].map(([name, message]) => `${name}${shown(name)} ${message}`).join('\n');
}

function toRetrySchedule(text: string, context: z.RefinementCtx): readonly number[] {
  try {
    return parseRetrySchedule(text);
  } catch {
    context.addIssue('Must be seconds, comma separated, each at most 30 days, such as 60,300,1800.');
    return z.NEVER;
  }
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}
