export { createDatabaseMetrics } from './database-metrics.ts';
export { type Measurement, type MetricSource, measurementsOf } from './metric-source.ts';
export { type MetricName, metrics, prometheusName } from './metrics.ts';
export { noTelemetry, openTelemetry, type Telemetry, type TelemetryConfig } from './open-telemetry.ts';
