/** A trace as it is stored with work that is done later: fields of W3C Trace Context, and the request it began with. */
export interface SavedTrace {
  readonly traceparent: string;
  readonly tracestate?: string;
  readonly requestId?: string;
}

/** One piece of work within a trace. */
export interface SpanOptions {
  /** With few values: `job import`. */
  readonly name: string;
  /** `consumer`: does what was stored earlier. `client`: asks another server. */
  readonly kind: 'consumer' | 'client';
  /** The trace it continues. Default: the one that runs. */
  readonly parent?: SavedTrace | null;
  /** Begins a trace if there is none to continue. Default false: such work has no span. */
  readonly begins?: boolean;
  readonly attributes?: Readonly<Record<string, string | number>>;
}

/** The port for traces: spans of work that is no request to this server, and how a trace goes on elsewhere. */
export interface Tracing {
  /** Runs work in a span. What the work throws marks the span as failed. */
  span<Result>(options: SpanOptions, work: () => Promise<Result>): Promise<Result>;
  /** The header fields by which another server continues the trace; none when there is none. */
  headers(): Readonly<Record<string, string>>;
  /** The id of the trace that runs; undefined when none does. */
  traceId(): string | undefined;
  /** What to store with work that continues the trace later; null when there is none. */
  save(): SavedTrace | null;
}

/** Traces are off. */
export const noTracing: Tracing = {
  span: (_, work) => work(),
  headers: () => ({}),
  traceId: () => undefined,
  save: () => null,
};
