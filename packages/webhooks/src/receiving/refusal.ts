import type { WebhookVerificationCode } from '../verification/verification-error.ts';

/** Why a delivery was refused with 4xx: the reasons of `verify`, and those around it. */
export type RefusalCode =
  | WebhookVerificationCode
  | 'method_not_allowed'
  | 'payload_too_large'
  | 'incomplete_body'
  | 'malformed_event';

/** 403, since a 401 would have to name a way to authenticate (RFC 9110 §11.6.1). */
const statusOf: Readonly<Record<RefusalCode, number>> = {
  missing_header: 400,
  malformed_header: 400,
  no_match: 403,
  timestamp_out_of_tolerance: 403,
  method_not_allowed: 405,
  payload_too_large: 413,
  incomplete_body: 400,
  malformed_event: 400,
};

/** Thrown to refuse a delivery; one place turns it into a response. */
export class RefusedDelivery extends Error {
  override readonly name = 'RefusedDelivery';
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  get status(): number {
    return statusOf[this.code];
  }
}

export const methodNotAllowed = (): RefusedDelivery =>
  new RefusedDelivery('method_not_allowed', 'Webhooks must be sent with POST.');

export const payloadTooLarge = (limit: number): RefusedDelivery =>
  new RefusedDelivery('payload_too_large', `The body may have at most ${limit} bytes.`);

export const incompleteBody = (cause?: unknown): RefusedDelivery =>
  new RefusedDelivery('incomplete_body', 'The request ended before its body was complete.', { cause });
