import type { FieldErrors } from '#shared/common/errors.ts';

/** Status 0: the server was not reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: FieldErrors;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(
    status: number,
    code: string,
    message: string,
    details: {
      fields?: FieldErrors;
      requestId?: string | null;
      retryAfterSeconds?: number | null;
    } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = details.fields ?? {};
    this.requestId = details.requestId ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }

  /** Retrying a rejected request does not help. */
  get isRejection(): boolean {
    return this.status >= 400 && this.status < 500;
  }

  /** Another administrator has saved first. */
  get isNewer(): boolean {
    return this.status === 409 && Object.keys(this.fields).length === 0;
  }
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
