import { durationBounds, observerMetrics, type RequestDurations } from '@contract-kit/otel';
import { ValueType } from '@opentelemetry/api';
import { hrTime, millisToHrTime } from '@opentelemetry/core';
import { emptyResource } from '@opentelemetry/resources';
import { AggregationTemporality, DataPointType, type MetricProducer } from '@opentelemetry/sdk-metrics';

const name = 'http.server.request.duration';

/** Durations of requests as readers of the SDK collect them, beside the metrics of the meter. */
export function createDurationProducer(durations: RequestDurations): MetricProducer {
  const { unit, description } = observerMetrics[name];
  return {
    async collect() {
      const endTime = hrTime();
      const dataPoints = durations.points().map(({ attributes, startedAtMs, counts, sum, count }) => ({
        ...{ attributes, startTime: millisToHrTime(startedAtMs), endTime },
        value: { sum, count, buckets: { boundaries: [...durationBounds], counts: [...counts] } },
      }));
      const metric = {
        descriptor: { name, unit, description, valueType: ValueType.DOUBLE },
        aggregationTemporality: AggregationTemporality.CUMULATIVE,
        dataPointType: DataPointType.HISTOGRAM,
        dataPoints,
      } as const;
      const scope = { name: '@contract-kit/otel' };
      // The reader takes the resource of its provider.
      return {
        resourceMetrics: { resource: emptyResource(), scopeMetrics: [{ scope, metrics: [metric] }] },
        errors: [],
      };
    },
  };
}
