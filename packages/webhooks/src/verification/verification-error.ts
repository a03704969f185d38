/**
 * Why a delivery was refused:
 *
 * - `missing_header`: there is no signature header, or it is empty; under Standard Webhooks, this includes its other
 *   two headers.
 * - `malformed_header`: it does not have exactly one `t` of ASCII digits, or has no `v1`; under Standard Webhooks, the
 *   timestamp is not digits, the id has a dot or white space, or there is no `v1`.
 * - `no_match`: no `v1` is the signature of this body by one of the secrets.
 * - `timestamp_out_of_tolerance`: the signature is right, but too old, or its clock is ahead.
 */
export type WebhookVerificationCode = 'missing_header' | 'malformed_header' | 'no_match' | 'timestamp_out_of_tolerance';

/**
 * The only error {@link verify} throws for the content of a request. Its message contains neither the secret nor parts
 * of the request, so that it can be logged and returned.
 */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly code: WebhookVerificationCode;

  constructor(code: WebhookVerificationCode, message: string) {
    super(message);
    this.code = code;
  }
}
