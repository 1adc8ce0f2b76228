import type { ErrorCode, FieldErrors } from '#shared/common/errors.ts';

export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    fields?: FieldErrors,
    { retryAfterSeconds }: { retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.name = 'ServiceError';
    this.code = code;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  // The build has its own copy of this class.
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'ServiceError' && 'code' in value;
  }
}

export function rejectField(
  field: string,
  message: string,
  code: ErrorCode = 'VALIDATION',
): ServiceError {
  return new ServiceError(code, message, { [field]: message });
}

/** Reasons why database, disk or file store cannot work now. An operator must fix `unfit`; the others may pass. */
export const UNAVAILABILITIES = [
  'unreachable',
  'crowded',
  'timeout',
  'locked',
  'conflict',
  'read_only',
  'disk_full',
  'damaged',
  'unfit',
  'files',
  'file_store',
] as const;

export type Unavailability = (typeof UNAVAILABILITIES)[number];

/** By SQLSTATE, else by its class (the first two characters). */
const BY_SQLSTATE = new Map<string, Unavailability>([
  ['08', 'unreachable'],
  ['57', 'unreachable'],
  ['57014', 'timeout'], // query_canceled
  ['25P03', 'timeout'], // idle_in_transaction_session_timeout
  ['25P04', 'timeout'], // transaction_timeout
  ['53', 'crowded'],
  ['53100', 'disk_full'],
  ['55', 'locked'],
  ['40', 'conflict'],
  ['25006', 'read_only'],
  ['58', 'damaged'],
  ['XX', 'damaged'],
  ['28', 'unfit'],
  ['3D', 'unfit'],
  ['3F', 'unfit'],
  ['42501', 'unfit'], // insufficient_privilege
  ['42P01', 'unfit'], // undefined_table
]);

const SOCKET_CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo']);
const SOCKET_CODES = new Set([
  'EACCES',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT']);
const FILE_CODES = new Set([
  'EACCES',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOENT',
  'ENOTDIR',
  'EPERM',
  'EROFS',
  'ESTALE',
]);
const DRIVER_MESSAGES =
  /^(?:Connection terminated|Query read timeout|timeout e(?:xceeded when trying to connect|xpired)|Client has encountered a connection error)/;

export class FileStoreError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'FileStoreError';
  }
}

/** Network failures of the S3 client, which have no code. */
const S3_SILENCE = /^@smithy\/node-http-handler - .*(?:timed out|timeout|connect)/i;

export function findUnavailability(error: unknown): Unavailability | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof AggregateError) {
    for (const each of error.errors) {
      const found = findUnavailability(each);
      if (found !== null) return found;
    }
    return null;
  }
  // The build has its own copy of this class.
  if (error.name === 'FileStoreError') return 'file_store';
  // Any error of the S3 client.
  if ('$metadata' in error || S3_SILENCE.test(error.message)) return 'file_store';
  if (DRIVER_MESSAGES.test(error.message)) return 'unreachable';
  if (!('code' in error) || typeof error.code !== 'string') return null;
  const { code } = error;
  if (FULL_CODES.has(code)) return 'disk_full';
  // File errors have a path or come from a handle; Unix socket errors have an `address`.
  if ('path' in error || code === 'EIO') return FILE_CODES.has(code) ? 'files' : null;
  if ('syscall' in error && SOCKET_CALLS.has(String(error.syscall)) && SOCKET_CODES.has(code)) {
    return 'unreachable';
  }
  return BY_SQLSTATE.get(code) ?? BY_SQLSTATE.get(code.slice(0, 2)) ?? null;
}

export function isTemporary(error: unknown): boolean {
  const cause = findUnavailability(error);
  return cause !== null && cause !== 'unfit';
}
