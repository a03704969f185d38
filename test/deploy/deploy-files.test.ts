import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { describeSettings, readConfig } from '../../apps/server/src/config/index.ts';
import { startArguments } from '../bench/processes.ts';
import { inRepository } from '../docs/repository.ts';
import {
  findUnknownNames,
  readAlerts,
  readComposeServices,
  readDeployFile,
  readInstallCommand,
  readKubernetesObjects,
  readPanels,
} from './deploy-files.ts';

const run = promisify(execFile);

const settings = new Set(describeSettings().map(({ name }) => name));
const unknownSettings = (names: readonly string[]) => names.filter((name) => !settings.has(name));

/** The command that starts the server once it is built. */
async function startCommand(): Promise<string> {
  return ['node', ...(await startArguments())].join(' ');
}

/** What V8 compares before it accepts compiled code, in a process with such flags. */
async function codeVersion(flags: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [...flags, '-p', 'v8.cachedDataVersionTag()']);
  return stdout.trim();
}

/** A version that names one release: `latest`, a major version and no tag at all are none. */
const isPinned = (image: string) =>
  /:[\w.-]*\d+[.-]\d+[.-]\d+[\w.-]*$|:\d+\.\d+(-\w+)?$|@sha256:[0-9a-f]{64}$/.test(image);

describe('the dashboards and alerts', () => {
  it('query metrics, labels and values that a server serves', () => {
    const alerts = readAlerts().map(({ alert, expr }) => ({ where: `alerts.yml: ${alert}`, expression: expr }));
    const queries = [...readPanels(), ...alerts];
    expect(queries.length).toBeGreaterThan(40);
    const wrong = queries.map(({ where, expression }) => ({ where, unknown: findUnknownNames(expression) }));
    expect(wrong.filter(({ unknown }) => unknown.length > 0)).toEqual([]);
  });

  it('are refused with a name that no server serves', () => {
    expect(findUnknownNames('sum by (outcome) (rate(pcm_jobs_finished_total{outcome="failed"}[5m])) > 0.5')).toEqual(
      [],
    );
    expect(findUnknownNames('rate(pcm_jobs_ended_total[5m])')).toEqual(['pcm_jobs_ended_total']);
    expect(findUnknownNames('sum by (color) (pcm_jobs_waiting)')).toEqual(['color']);
    expect(findUnknownNames('pcm_jobs_waiting{color="red"}')).toEqual(['pcm_jobs_waiting{color}']);
    expect(findUnknownNames('pcm_jobs_finished_total{outcome=~"failed|lost"}')).toEqual(['outcome="lost"']);
  });

  it('say for every alert how urgent it is, what happens, and what to do', () => {
    for (const { alert, labels, annotations } of readAlerts()) {
      expect(['page', 'ticket'], alert).toContain(labels.severity);
      expect(annotations, alert).toEqual({
        summary: expect.stringMatching(/^.{20,}\.$/),
        runbook: expect.stringMatching(/^.{20,}\.$/),
      });
    }
  });
});

describe('compose.yaml', () => {
  const services = Object.entries(readComposeServices());
  const own = services.filter(([, { build }]) => build !== undefined);

  it('runs two API processes and a worker, with settings that the server knows and accepts', () => {
    expect(own.map(([name]) => name)).toEqual(['api-1', 'api-2', 'worker']);
    for (const [name, { environment = {} }] of own) {
      expect(unknownSettings(Object.keys(environment)), name).toEqual([]);
      const texts = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, String(value)]));
      expect(readConfig(texts).role, name).toBe(name === 'worker' ? 'worker' : 'api');
    }
  });

  it('names a release of every image', () => {
    expect(services.filter(([, { image }]) => !isPinned(image)).map(([, { image }]) => image)).toEqual([]);
  });

  it('has a metrics target for each of its processes', () => {
    const { scrape_configs } = parse(readDeployFile('prometheus/prometheus.yml')) as {
      scrape_configs: { static_configs: { targets: string[] }[] }[];
    };
    const targets = scrape_configs.flatMap(({ static_configs }) => static_configs.flatMap((each) => each.targets));
    expect(targets).toEqual(own.map(([name, { environment }]) => `${name}:${environment?.METRICS_PORT}`));
  });
});

describe('the manifests for Kubernetes', () => {
  const objects = readKubernetesObjects();
  const containers = objects.flatMap(({ spec }) => spec?.template?.spec.containers ?? []);
  const valuesOf = (kind: string) =>
    objects.filter((each) => each.kind === kind).map((each) => each.data ?? each.stringData);

  it('name settings that the server knows and accepts', () => {
    const values = Object.assign({}, ...valuesOf('ConfigMap'), ...valuesOf('Secret')) as Record<string, string>;
    expect(unknownSettings(Object.keys(values))).toEqual([]);
    expect(unknownSettings(containers.flatMap(({ env = [] }) => env.map(({ name }) => name)))).toEqual([]);
    expect(readConfig(values)).toMatchObject({ rateLimitStore: 'redis', files: { kind: 's3' }, metricsPort: 9464 });
  });

  it('run several of each role, and keep one of each when nodes are drained', () => {
    const names = (kind: string) => objects.filter((each) => each.kind === kind).map(({ metadata }) => metadata.name);
    expect(names('Deployment')).toEqual(['product-content-api', 'product-content-worker']);
    expect(names('PodDisruptionBudget')).toEqual(names('Deployment'));
  });

  it('name a release of every image', () => {
    expect(containers.map(({ image }) => image).filter((image) => !isPinned(image))).toEqual([]);
  });
});

describe('the Dockerfile', () => {
  const text = readDeployFile('Dockerfile');

  it('starts the server by the command of package.json', async () => {
    const command = /^CMD (\[.*\])$/m.exec(text)?.[1] ?? '[]';
    expect((JSON.parse(command) as string[]).join(' ')).toBe(await startCommand());
  });

  it('compiles the server with flags whose code the server accepts', async () => {
    const command = /^RUN (\[.*\])$/m.exec(text)?.[1] ?? '[]';
    const [, ...compiling] = JSON.parse(command) as string[];
    const [, ...starting] = (await startCommand()).split(' ');
    expect(compiling.at(-1)).toBe('apps/server/dist/compile.js');
    expect(await codeVersion(compiling.slice(0, -1))).toBe(await codeVersion(starting.slice(0, -1)));
  });

  it('installs a release by the command of the guide', () => {
    expect(text.replaceAll(/\s*\\\n\s*/g, ' ')).toContain(`RUN ${readInstallCommand()} `);
  });

  it('sets known settings, and runs on the pinned Node without being root', () => {
    const set = [...text.matchAll(/^ENV (.*)$/gm)].flatMap(([, pairs = '']) => pairs.split(' '));
    expect(unknownSettings(set.map((pair) => pair.split('=')[0] ?? ''))).toEqual([]);
    const { catalog } = parse(readFileSync(inRepository('pnpm-workspace.yaml'), 'utf8')) as {
      catalog: Record<string, string>;
    };
    const images = [...text.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(new Set(images)).toEqual(new Set([`node:${catalog.node}-bookworm-slim`]));
    expect(text).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
  });
});

it('an image without the version of a release is found', () => {
  for (const image of ['redis', 'redis:latest', 'redis:8', 'registry.example.com:5000/redis'])
    expect(isPinned(image)).toBe(false);
  for (const image of ['redis:8.2.3-alpine', 'postgres:18.1-bookworm', 'minio/mc:RELEASE.2025-08-13T08-35-41Z']) {
    expect(isPinned(image)).toBe(true);
  }
});
