import { z } from 'zod';
import type { ErrorDetails } from '../errors/api-error.ts';
import type { ErrorBody, ErrorEnvelope } from '../errors/envelope.ts';

const DetailsSchema = z
  .looseObject({
    fieldErrors: z
      .record(z.string(), z.string())
      .optional()
      .describe('Message by dotted field path; `_root` stands for the whole body.'),
  })
  .meta({
    id: 'ErrorDetails',
    description: 'What exactly is wrong. Its members depend on the code.',
  }) as z.ZodType as z.ZodType<ErrorDetails>;

const errorBodyOf = (details: z.ZodType, meta: z.core.GlobalMeta = {}) =>
  z.object({
    error: z
      .object({
        code: z.string().describe('Stable, machine-readable.'),
        message: z.string().describe('For people; its wording may change.'),
        details,
        requestId: z.string().describe('Equal to the X-Request-Id response header.'),
      })
      .meta({ description: 'What went wrong.', ...meta }),
  }) as z.ZodType as z.ZodType<ErrorBody>;

/** The default error body. */
export const ErrorBodySchema: z.ZodType<ErrorBody> = errorBodyOf(DetailsSchema.optional(), { id: 'ErrorInfo' }).meta({
  id: 'Error',
  description: 'Every error has this body.',
});

/** The default form of errors: `{ error: { code, message, details?, requestId } }`. */
export const standardEnvelope: ErrorEnvelope<ErrorBody, z.ZodType> = {
  mediaType: 'application/json',
  write({ code, message, details, requestId }) {
    return { error: details === undefined ? { code, message, requestId } : { code, message, details, requestId } };
  },
  read(body) {
    const { data } = ErrorBodySchema.safeParse(body);
    return data === undefined ? null : { ...data.error, details: data.error.details };
  },
  schema: (details) => (details === undefined ? ErrorBodySchema : errorBodyOf(details)),
};

/** A problem of RFC 9457, with the API's code and the request id as extension members. */
export interface ProblemDetails {
  /** A URI that names the code; `about:blank`: the status says everything (RFC 9457 §4.2.1). */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly requestId: string;
  readonly details?: ErrorDetails;
}

export interface ProblemDetailsOptions {
  /** The URI that names a code. Default: `about:blank` for all. */
  readonly typeOf?: (code: string) => string;
}

const problemOf = (details: z.ZodType) =>
  z.object({
    type: z.string().describe('A URI reference that names the problem.'),
    title: z.string().describe('The kind of problem, for people.'),
    status: z.int().describe('The status of the response.'),
    detail: z.string().describe('What went wrong with this request, for people.'),
    code: z.string().describe('Stable, machine-readable.'),
    requestId: z.string().describe('Equal to the X-Request-Id response header.'),
    details,
  }) as z.ZodType as z.ZodType<ProblemDetails>;

const ProblemDetailsSchema = problemOf(DetailsSchema.optional()).meta({
  id: 'ProblemDetails',
  description: 'Every error has this body (RFC 9457).',
});

/**
 * Errors as problem details (RFC 9457): `application/problem+json`, with `code`, `requestId` and `details` as extension
 * members.
 *
 * @example
 * defineOperations({ envelope: problemDetails({ typeOf: (code) => `https://api.example.com/problems/${code}` }) });
 */
export function problemDetails(options: ProblemDetailsOptions = {}): ErrorEnvelope<ProblemDetails, z.ZodType> {
  const { typeOf = () => 'about:blank' } = options;
  return {
    mediaType: 'application/problem+json',
    write({ code, status, message, details, requestId }) {
      const type = typeOf(code);
      const title = type === 'about:blank' ? (phrases[status] ?? inWords(code)) : inWords(code);
      const problem = { type, title, status, detail: message, code, requestId };
      return details === undefined ? problem : { ...problem, details };
    },
    read(body) {
      const { data } = ProblemDetailsSchema.safeParse(body);
      if (data === undefined) return null;
      const { code, detail, details, requestId } = data;
      return { code, message: detail, details, requestId };
    },
    schema: (details) => (details === undefined ? ProblemDetailsSchema : problemOf(details)),
  };
}

/** Reason phrases of RFC 9110, which are the titles of problems without a type (RFC 9457 §4.2.1). */
const phrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  416: 'Range Not Satisfiable',
  422: 'Unprocessable Content',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** `payment_required` as `Payment required`. */
function inWords(code: string): string {
  const words = code.replaceAll(/[_-]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
