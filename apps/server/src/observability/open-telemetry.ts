import type { Observer } from '@contract-kit/middleware';
import { type Logger, noTracing, type Tracing } from '../kernel/index.ts';
import type { MetricSource } from './metric-source.ts';

export interface TelemetryConfig {
  readonly role: string;
  /** Where `/metrics` is served; null: nowhere. */
  readonly metricsPort: number | null;
  readonly metricsHost: string;
  /** Where traces and metrics are sent; null: nowhere. */
  readonly otlpEndpoint: string | null;
  /** Share of the traces that begin here that are recorded, from 0 to 1. */
  readonly traceRatio: number;
  readonly tracesPerSecond: number;
}

/** The telemetry of a process. */
export interface Telemetry {
  /** Observes requests; null while telemetry is off. */
  readonly observer: Observer | null;
  readonly tracing: Tracing;
  /** Starts reading the sources whenever metrics are collected. @throws StartError when `/metrics` cannot be served. */
  start(sources: readonly MetricSource[]): Promise<void>;
  /** Where `/metrics` is served; null when it is not. */
  readonly metricsUrl: string | null;
  /** Sends what is still pending. */
  close(): Promise<void>;
}

/** Telemetry is off. */
export const noTelemetry: Telemetry = {
  observer: null,
  tracing: noTracing,
  start: async () => undefined,
  metricsUrl: null,
  close: async () => undefined,
};

/** Starts the telemetry that the settings ask for. OpenTelemetry is not loaded unless they ask for some. */
export async function openTelemetry(config: TelemetryConfig, logger: Logger): Promise<Telemetry> {
  if (config.metricsPort === null && config.otlpEndpoint === null) return noTelemetry;
  const { startTelemetry } = await import('./sdk/start-telemetry.ts');
  return startTelemetry(config, logger);
}
