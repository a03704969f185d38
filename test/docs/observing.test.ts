import { observerMetrics } from '@contract-kit/otel';
import { metrics, prometheusName } from '@product-content/server/metrics';
import { expect, it } from 'vitest';
import { readMarkdown } from './markdown/markdown.ts';
import { inRepository } from './repository.ts';

it('the guide to observing the server has every declared metric, and no other', () => {
  const { tables } = readMarkdown(inRepository('docs/guides/observing.md'));
  const declared = Object.entries({ ...observerMetrics, ...metrics }).map(([name, metric]) => {
    const labels = Object.entries<string>(metric.attributes ?? {});
    const shown = labels.map(([label, values]) => `\`${label.replaceAll('.', '_')}\`: ${values}`).join('; ');
    return [`\`${prometheusName(name, metric)}\``, metric.kind, metric.description, shown];
  });
  expect(tables.find(([header]) => header?.join() === 'metric,kind,meaning,labels')?.slice(1)).toEqual(declared);
});
