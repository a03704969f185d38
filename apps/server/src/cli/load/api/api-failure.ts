import type { FieldErrors } from '@contract-kit/http-spec';

export interface ApiFailureOptions {
  /** 0 when no answer came. */
  readonly status: number;
  /** A code of the error table, or `no_response`. */
  readonly code: string;
  readonly message: string;
  readonly fieldErrors?: FieldErrors;
  readonly requestId?: string;
}

/** A request the API refused, or that got no answer within the attempts it was given. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly status: number;
  readonly code: string;
  readonly fieldErrors: FieldErrors;
  readonly requestId: string | null;

  constructor(request: string, options: ApiFailureOptions) {
    super(`${request}: ${options.status === 0 ? '' : `${options.status} `}${options.code}: ${options.message}`);
    this.status = options.status;
    this.code = options.code;
    this.fieldErrors = options.fieldErrors ?? {};
    this.requestId = options.requestId ?? null;
  }

  /** True when only this record is at fault and the others can go on. */
  get isAboutTheRecord(): boolean {
    return this.status === 409 || this.status === 413 || this.status === 422;
  }
}
