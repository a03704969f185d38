/** A trace stored with work that is done later: fields of W3C Trace Context, and the original request. */
export interface SavedTrace {
  readonly traceparent: string;
  readonly tracestate?: string;
  readonly requestId?: string;
}

/** One unit of work within a trace. */
export interface SpanOptions {
  /** With few distinct values: `job import`. */
  readonly name: string;
  /** `consumer`: processes stored work. `client`: calls another server. */
  readonly kind: 'consumer' | 'client';
  /** The trace to continue. Default: the current one. */
  readonly parent?: SavedTrace | null;
  readonly attributes?: Readonly<Record<string, string | number>>;
}

/** The port for traces: spans for work that is not a request to this server, and how a trace continues elsewhere. */
export interface Tracing {
  /** Runs work in a span. An error marks the span as failed. */
  span<Result>(options: SpanOptions, work: () => Promise<Result>): Promise<Result>;
  /** The header fields by which another server continues the trace; empty without a trace. */
  headers(): Readonly<Record<string, string>>;
  /** The id of the current trace; undefined without one. */
  traceId(): string | undefined;
  /** What to store with work that continues the trace later; null without a trace. */
  save(): SavedTrace | null;
}

/** Tracing is off. */
export const noTracing: Tracing = {
  span: (_, work) => work(),
  headers: () => ({}),
  traceId: () => undefined,
  save: () => null,
};
