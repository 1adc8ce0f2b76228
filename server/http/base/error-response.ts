import type { ErrorBody, ErrorCode, FieldErrors } from '#shared/common/errors.ts';
import { findUnavailability, ServiceError } from '#server/core/errors.ts';
import { CLOSED_POLICY } from './content-policy.ts';

const STATUS_OF: Record<ErrorCode, number> = {
  VALIDATION: 400,
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  PROOF_REQUIRED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  TIMEOUT: 408,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNPROCESSABLE: 422,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  INSUFFICIENT_STORAGE: 507,
};

export const RETRY_AFTER_SECONDS = 10;

export function statusOf(code: ErrorCode): number {
  return STATUS_OF[code];
}

export function errorBody(code: ErrorCode, message: string, fields?: FieldErrors): ErrorBody {
  return { error: { code, message, ...(fields ? { fields } : {}) } };
}

const RETRY_AFTER: Partial<Record<ErrorCode, number>> = {
  UNAVAILABLE: RETRY_AFTER_SECONDS,
  INSUFFICIENT_STORAGE: RETRY_AFTER_SECONDS,
  RATE_LIMITED: 30,
};

export function errorHeaders(
  code: ErrorCode,
  retryAfterSeconds = RETRY_AFTER[code],
): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': CLOSED_POLICY,
    'x-content-type-options': 'nosniff',
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
  };
}

export function publicError(
  error: unknown,
): Pick<ServiceError, 'code' | 'message'> & Partial<ServiceError> {
  if (error instanceof ServiceError) return error;
  const unavailability = findUnavailability(error);
  if (unavailability !== null) {
    return {
      code: unavailability === 'disk_full' ? 'INSUFFICIENT_STORAGE' : 'UNAVAILABLE',
      message: 'The service is not available right now. Please try again in a moment.',
    };
  }
  return { code: 'INTERNAL', message: 'Something went wrong on our side. Please try again.' };
}

/** RFC 9110, section 15.5.6. */
export function methodRejection(allowed: readonly string[], message: string): Response {
  const response = errorResponse(new ServiceError('METHOD_NOT_ALLOWED', message));
  response.headers.set('allow', allowed.join(', '));
  return response;
}

export function errorResponse(error: unknown): Response {
  const { code, message, fields, retryAfterSeconds } = publicError(error);
  return Response.json(errorBody(code, message, fields), {
    status: statusOf(code),
    headers: {
      ...errorHeaders(code, retryAfterSeconds),
      // The rest of the request is not read (RFC 9110, section 15.5.9).
      ...(code === 'TIMEOUT' ? { connection: 'close' } : {}),
    },
  });
}
