import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeSettings, readConfig } from './config.ts';

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('.data'),
      databaseUrl: null,
      files: { kind: 'folder', path: resolve('.data/files') },
      secretsKeys: [],
      jobsUrl: null,
      redisUrl: null,
      publicUrl: null,
      role: 'all',
      processes: 1,
      rateLimit: 600,
      rateLimitStore: 'memory',
      idempotencyStoreBudget: 1024 ** 3,
      requestLogDays: 3,
      requestLogRows: 100_000,
      metricsPort: null,
      metricsHost: '127.0.0.1',
      otlpEndpoint: null,
      traceRatio: 1,
      tracesPerSecond: 20,
      logLevel: 'info',
      seed: 'sample',
      docsSite: null,
      corsOrigins: null,
      shutdownDelayMs: 0,
      webhookAllowPrivate: false,
      webhookRetrySchedule: [60, 300, 1800, 7200, 21_600, 43_200, 86_400],
    });
  });

  it('treats an empty value as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toEqual(readConfig({}));
  });

  it('reads every setting', () => {
    const config = readConfig({
      PORT: '0',
      HOST: '0.0.0.0',
      DATA_DIR: '/srv/data',
      DATABASE_URL: 'postgresql://u:p@db/pim',
      ASSETS_URL: 'file:/srv/files',
      SECRETS_KEY: `${'a'.repeat(32)}, ${'b'.repeat(44)}`,
      JOBS_URL: 'redis://:p@cache/1',
      REDIS_URL: 'rediss://:p@cache:6380',
      PUBLIC_URL: 'https://pim.example.com/content/',
      ROLE: 'api',
      PROCESSES: '3',
      RATE_LIMIT: '1200',
      RATE_LIMIT_STORE: 'postgres',
      IDEMPOTENCY_STORE_BUDGET: '5000000000',
      REQUEST_LOG_DAYS: '7',
      REQUEST_LOG_ROWS: '0',
      METRICS_PORT: '9464',
      METRICS_HOST: '::1',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
      TRACE_RATIO: '0.05',
      TRACES_PER_SECOND: '500',
      LOG_LEVEL: 'debug',
      SEED: 'none',
      DOCS_SITE: '/srv/docs',
      CORS_ORIGINS: 'https://a.example.com, http://localhost:5173',
      SHUTDOWN_DELAY: '5',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      WEBHOOK_RETRY_SCHEDULE: '0.5, 2',
    });
    expect(config).toEqual({
      port: 0,
      host: '0.0.0.0',
      dataDir: '/srv/data',
      databaseUrl: 'postgresql://u:p@db/pim',
      files: { kind: 'folder', path: '/srv/files' },
      secretsKeys: ['a'.repeat(32), 'b'.repeat(44)],
      jobsUrl: 'redis://:p@cache/1',
      redisUrl: 'rediss://:p@cache:6380',
      publicUrl: 'https://pim.example.com/content',
      role: 'api',
      processes: 3,
      rateLimit: 1200,
      rateLimitStore: 'postgres',
      idempotencyStoreBudget: 5_000_000_000,
      requestLogDays: 7,
      requestLogRows: 0,
      metricsPort: 9464,
      metricsHost: '::1',
      otlpEndpoint: 'http://collector:4318',
      traceRatio: 0.05,
      tracesPerSecond: 500,
      logLevel: 'debug',
      seed: 'none',
      docsSite: '/srv/docs',
      corsOrigins: ['https://a.example.com', 'http://localhost:5173'],
      shutdownDelayMs: 5000,
      webhookAllowPrivate: true,
      webhookRetrySchedule: [0.5, 2],
    });
    expect(readConfig({ CORS_ORIGINS: '*' }).corsOrigins).toBe('*');
  });

  it.each([
    ['PORT', '70000', 'at most 65535'],
    ['PORT', '3000x', 'an integer from 0 to 65535'],
    ['PORT', '-1', 'an integer from 0 to 65535'],
    ['PUBLIC_URL', 'pim.example.com', 'an http or https URL'],
    ['ROLE', 'web', 'one of all, api, worker'],
    ['PROCESSES', '0', 'at least 1'],
    ['PROCESSES', 'many', 'an integer from 1 to 64'],
    ['RATE_LIMIT', '0', 'at least 1'],
    ['IDEMPOTENCY_STORE_BUDGET', '0', 'at least 1'],
    ['IDEMPOTENCY_STORE_BUDGET', '1 GiB', 'an integer from 1'],
    ['METRICS_PORT', 'none', 'an integer from 0 to 65535'],
    ['TRACE_RATIO', '2', 'a number from 0 to 1'],
    ['LOG_LEVEL', 'loud', 'one of fatal'],
    ['SEED', 'demo', 'one of sample, none'],
    ['CORS_ORIGINS', 'https://a.example.com/path', 'or origins such as'],
    ['CORS_ORIGINS', 'example.com', 'origins such as'],
    ['WEBHOOK_ALLOW_PRIVATE', 'yes', 'one of true, false'],
    ['WEBHOOK_RETRY_SCHEDULE', '60,soon', 'seconds, comma separated'],
  ])('refuses %s=%s and says what it must be', (name, value, rule) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} is "${value}": Must be .*${rule}`));
  });

  it('names every wrong setting at once', () => {
    expect(() => readConfig({ PORT: 'x', ROLE: 'y' })).toThrow(/^PORT .*\nROLE /);
  });

  it('does not repeat a database URL, which holds a password', () => {
    const read = () => readConfig({ DATABASE_URL: 'mysql://root:hunter2@db/x' });
    expect(read).toThrow('DATABASE_URL: Must be a URL such as postgres://');
    expect(read).not.toThrow('hunter2');
  });

  it('does not repeat a key of secrets', () => {
    const read = () => readConfig({ SECRETS_KEY: `${'a'.repeat(32)},hunter2` });
    expect(read).toThrow('SECRETS_KEY: Must be keys of at least 32 characters');
    expect(read).not.toThrow('hunter2');
  });

  it('counts requests in Redis when it is configured, unless set otherwise', () => {
    const storeOf = (settings: Record<string, string>) => readConfig(settings).rateLimitStore;
    expect(storeOf({ REDIS_URL: 'redis://h' })).toBe('redis');
    expect(storeOf({ REDIS_URL: 'redis://h', RATE_LIMIT_STORE: 'memory' })).toBe('memory');
    expect(() => storeOf({ RATE_LIMIT_STORE: 'redis' })).toThrow('REDIS_URL must be set');
    const read = () => readConfig({ REDIS_URL: 'http://u:hunter2@h' });
    expect(read).toThrow('REDIS_URL: Must be a URL such as redis://');
    expect(read).not.toThrow('hunter2');
  });

  it('has one process for each core with PROCESSES=auto, and none of them for a worker', () => {
    expect(readConfig({ PROCESSES: 'auto' }).processes).toBe(availableParallelism());
    expect(() => readConfig({ PROCESSES: '2', ROLE: 'worker' })).toThrow('it must be 1 with the ROLE "worker"');
  });

  it('accepts PostgreSQL, Redis and MongoDB for the schedule, and does not repeat their URLs', () => {
    for (const url of ['postgres://u@h/d', 'redis://h', 'rediss://:p@h:6380/2', 'mongodb://h/d', 'mongodb+srv://h/d']) {
      expect(readConfig({ JOBS_URL: url }).jobsUrl).toBe(url);
    }
    const read = () => readConfig({ JOBS_URL: 'amqp://u:hunter2@h' });
    expect(read).toThrow('JOBS_URL: Must be a URL such as redis://');
    expect(read).not.toThrow('hunter2');
  });
});

describe('describeSettings', () => {
  it('gives the meaning and default of each setting', () => {
    const settings = describeSettings();
    expect(settings.every(({ description }) => description.endsWith('.'))).toBe(true);
    expect(settings.find(({ name }) => name === 'PORT')).toMatchObject({ default: '3000' });
  });
});
