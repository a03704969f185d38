import { type EventLoopUtilization, monitorEventLoopDelay, performance } from 'node:perf_hooks';
import process from 'node:process';
import type { Measurement, MetricSource } from './metric-source.ts';

/** Milliseconds between samples of the event loop delay. */
const resolutionMs = 10;

/** Metrics of this process from the runtime. @returns the source, and a function that stops sampling the event loop. */
export function createProcessMetrics(): MetricSource & { stop(): void } {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  let utilization: EventLoopUtilization = performance.eventLoopUtilization();
  /**
   * Converts the nanoseconds of a timer that should fire after {@link resolutionMs} to the seconds that it was late.
   */
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000) || 0;
  return {
    name: 'process',
    read() {
      const now = performance.eventLoopUtilization();
      const { utilization: busy } = performance.eventLoopUtilization(now, utilization);
      utilization = now;
      const read: Measurement[] = [
        { metric: 'nodejs.eventloop.delay.mean', value: seconds(delay.mean) },
        { metric: 'nodejs.eventloop.delay.p50', value: seconds(delay.percentile(50)) },
        { metric: 'nodejs.eventloop.delay.p99', value: seconds(delay.percentile(99)) },
        { metric: 'nodejs.eventloop.delay.max', value: seconds(delay.max) },
        { metric: 'nodejs.eventloop.utilization', value: busy },
        { metric: 'process.uptime', value: process.uptime() },
        ...readProcessor(),
        ...readMemory(),
      ];
      delay.reset();
      return read;
    },
    stop: () => void delay.disable(),
  };
}

function readProcessor(): Measurement[] {
  const { user, system } = process.cpuUsage();
  return [
    { metric: 'process.cpu.time', value: user / 1e6, attributes: { 'cpu.mode': 'user' } },
    { metric: 'process.cpu.time', value: system / 1e6, attributes: { 'cpu.mode': 'system' } },
  ];
}

function readMemory(): Measurement[] {
  const { rss, heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
  const kinds = { rss, heap_used: heapUsed, heap_total: heapTotal, external, array_buffers: arrayBuffers };
  return Object.entries(kinds).map(([kind, value]) => ({ metric: 'pcm.process.memory', value, attributes: { kind } }));
}
