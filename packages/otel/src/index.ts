export { type ObserverMetric, observerMetrics } from './metrics.ts';
export { type DurationPoint, durationBounds, type MeasuredRequest, RequestDurations } from './request-durations.ts';
export { type TalliedCount, Tally } from './tally.ts';
export { createTelemetryObserver, type TelemetryObserverOptions } from './telemetry-observer.ts';
