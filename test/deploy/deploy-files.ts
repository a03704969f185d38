import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { observerMetrics } from '@contract-kit/otel';
import { metrics, prometheusName } from '@product-content/server/metrics';
import { parse, parseAllDocuments } from 'yaml';
import { readMarkdown } from '../docs/markdown/markdown.ts';
import { inRepository } from '../docs/repository.ts';

/** The files that show how to run the server. */
export const deployFolder = inRepository('apps/server/deploy');

export const readDeployFile = (path: string) => readFileSync(join(deployFolder, path), 'utf8');

export const findDeployFiles = (pattern: string) => globSync(pattern, { cwd: deployFolder }).sort();

/** The command of the guide that installs a release. */
export function readInstallCommand(): string {
  const { blocks } = readMarkdown(inRepository('docs/guides/deploying.md'));
  const command = blocks.find(({ text }) => text.includes(' install --prod '))?.text.trim();
  if (command === undefined) throw new Error('The guide does not say how a release is installed.');
  return command;
}

/** A query of PromQL, and where it stands. */
interface Query {
  readonly where: string;
  readonly expression: string;
}

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }[];
}

/** The queries of all panels of all dashboards. */
export function readPanels(): Query[] {
  return findDeployFiles('grafana/*.json').flatMap((file) =>
    (JSON.parse(readDeployFile(file)) as Dashboard).panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ where: `${file}: ${title}`, expression: expr })),
    ),
  );
}

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

export function readAlerts(): Alert[] {
  const { groups } = parse(readDeployFile('prometheus/alerts.yml')) as { groups: { rules: Alert[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

/** An object of Kubernetes, as far as the tests look into it. */
interface KubernetesObject {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly template?: { readonly spec: { readonly containers: readonly KubernetesContainer[] } };
  };
}

interface KubernetesContainer {
  readonly image: string;
  readonly env?: readonly { readonly name: string }[];
}

export function readKubernetesObjects(): KubernetesObject[] {
  return findDeployFiles('kubernetes/*.yaml').flatMap((file) =>
    parseAllDocuments(readDeployFile(file)).map((document) => document.toJS() as KubernetesObject),
  );
}

interface ComposeService {
  readonly image: string;
  readonly build?: object;
  readonly environment?: Readonly<Record<string, string | number>>;
}

export function readComposeServices(): Record<string, ComposeService> {
  const { services } = parse(readDeployFile('compose.yaml'), { merge: true }) as {
    services: Record<string, ComposeService>;
  };
  return services;
}

/** Labels by the names of the time series that Prometheus has of a server. */
const seriesLabels = new Map<string, Readonly<Record<string, string>>>([
  // Those that Prometheus and the exporter add.
  ['up', {}],
  ['target_info', { pcm_role: '`all`, `api`, `worker`' }],
  ...Object.entries({ ...observerMetrics, ...metrics }).flatMap(([name, metric]) => {
    const attributes = Object.entries<string>(metric.attributes ?? {});
    const labels = Object.fromEntries(attributes.map(([key, values]) => [key.replaceAll('.', '_'), values]));
    const shown = prometheusName(name, metric);
    if (metric.kind !== 'histogram') return [[shown, labels] as const];
    return [
      [`${shown}_bucket`, { ...labels, le: '' }] as const,
      [`${shown}_sum`, labels] as const,
      [`${shown}_count`, labels] as const,
    ];
  }),
]);

/** Labels that Prometheus gives every series. */
const scrapeLabels = ['job', 'instance'];

const operators = new Set(['and', 'or', 'unless', 'bool', 'offset', 'by', 'without', 'on', 'ignoring']);

/** What a query names that no server serves: metrics, labels, and values of labels that have a fixed set of them. */
export function findUnknownNames(expression: string): string[] {
  const withoutText = expression.replaceAll(/"[^"]*"|\[[^\]]*\]/g, '');
  const bare = withoutText.replaceAll(/\{[^}]*\}|\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ');
  const named = [...bare.matchAll(/(?<![\w.$])[a-zA-Z_]\w*(?!\w*\s*\()/g)].map(([name]) => name);
  const series = named.filter((name) => !operators.has(name));
  const unknown = series.filter((name) => !seriesLabels.has(name));

  const known = new Set(series.flatMap((name) => Object.keys(seriesLabels.get(name) ?? {})).concat(scrapeLabels));
  const grouped = [...withoutText.matchAll(/\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(',').map((label) => label.trim()),
  );
  unknown.push(...grouped.filter((label) => !known.has(label)));

  for (const [, name = '', matchers = ''] of expression.matchAll(/(\w+)\{([^}]*)\}/g)) {
    const labels = seriesLabels.get(name) ?? {};
    for (const [, label = '', operator, value = ''] of matchers.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)) {
      if (!(label in labels) && !scrapeLabels.includes(label)) unknown.push(`${name}{${label}}`);
      const values = fixedValues(labels[label]);
      const asked = operator === '=' || operator === '!=' ? [value] : value.split('|');
      if (values !== null)
        unknown.push(...asked.filter((each) => !values.includes(each)).map((each) => `${label}="${each}"`));
    }
  }
  return unknown;
}

/** The values that a declaration lists in backticks and nothing else; null when it describes them. */
function fixedValues(declared: string | undefined): string[] | null {
  if (declared === undefined || !/^`[^`]+`(, `[^`]+`)*$/.test(declared)) return null;
  return declared.split(', ').map((value) => value.slice(1, -1));
}
