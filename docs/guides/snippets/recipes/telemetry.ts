import { type Api, createApi } from '@contract-kit/middleware';
import { createTelemetryObserver, RequestDurations } from '@contract-kit/otel';
import { Tally } from '@contract-kit/otel/tally';
import { metrics } from '@opentelemetry/api';
import { options } from './options.ts';
import { contract, handlers } from './ping.ts';

/** Mails by what became of them: counted where they are sent, read when metrics are collected. */
export const mails = new Tally('outcome');

export function createMeasuredApi(): Api {
  const sent = metrics.getMeter('shop').createObservableCounter('shop.mails');
  sent.addCallback((result) => {
    for (const { attributes, value } of mails.counts()) result.observe(value, attributes);
  });
  return createApi({ ...options, contract, handlers, observer: createTelemetryObserver() });
}

/** For thousands of requests in a second. What has `durations` exports them. */
export function createBusyApi(): { readonly api: Api; readonly durations: RequestDurations } {
  const durations = new RequestDurations();
  const observer = createTelemetryObserver({ durations, beginsTrace: () => Math.random() < 0.01 });
  return { api: createApi({ ...options, contract, handlers, observer }), durations };
}
