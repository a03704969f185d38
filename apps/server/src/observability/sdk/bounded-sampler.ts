import type { Context } from '@opentelemetry/api';
import {
  type Sampler,
  SamplingDecision,
  type SamplingResult,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';

export interface BoundedSamplerOptions {
  /** Share of the traces to record, from 0 to 1. */
  readonly ratio: number;
  /** Maximum number of traces recorded per second. */
  readonly perSecond: number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

/**
 * Records a share of the traces, but no more than a number per second: with little traffic every request can be found,
 * and heavy traffic is not slowed down.
 */
export class BoundedSampler implements Sampler {
  readonly #ratio: TraceIdRatioBasedSampler;
  readonly #perSecond: number;
  readonly #now: () => number;
  #second = 0;
  #recorded = 0;

  constructor({ ratio, perSecond, now = () => performance.now() }: BoundedSamplerOptions) {
    this.#ratio = new TraceIdRatioBasedSampler(ratio);
    this.#perSecond = perSecond;
    this.#now = now;
  }

  shouldSample(context: Context, traceId: string): SamplingResult {
    const result = this.#ratio.shouldSample(context, traceId);
    if (result.decision === SamplingDecision.NOT_RECORD) return result;
    const second = Math.floor(this.#now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#recorded = 0;
    }
    if (this.#recorded >= this.#perSecond) return { decision: SamplingDecision.NOT_RECORD };
    this.#recorded += 1;
    return result;
  }

  toString(): string {
    return `BoundedSampler{${this.#ratio}, ${this.#perSecond}/s}`;
  }
}
