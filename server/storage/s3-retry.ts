import { setTimeout as delay } from 'node:timers/promises';
import { S3ServiceException } from '@aws-sdk/client-s3';
import { FileStoreError } from '#server/core/errors.ts';
import { errorCode } from '#server/lib/files.ts';

const ATTEMPTS = 3;
const RETRY_DELAY_MS = 200;

/** A reused connection was closed; the client also calls these timeouts. */
const CLOSED = new Set(['ECONNRESET', 'EPIPE']);

function isWorthRetrying(error: unknown): boolean {
  if (error instanceof Error && error.name === 'AbortError') return false;
  // A silent service stays silent, and the caller waits.
  if (error instanceof Error && error.name === 'TimeoutError') {
    return CLOSED.has(errorCode(error) ?? '');
  }
  if (!(error instanceof S3ServiceException)) return true;
  const status = error.$metadata.httpStatusCode ?? 500;
  return status >= 500 || status === 408 || status === 429;
}

/** Network errors name neither client nor service; disk errors name their file. */
function nameStore(error: unknown): unknown {
  const isNamed =
    error instanceof S3ServiceException || !(error instanceof Error) || 'path' in error;
  return isNamed ? error : new FileStoreError(error.message, error);
}

/** The client itself never repeats a streamed body, and waits three times for a silent service. */
export async function sendAgain<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (attempt === ATTEMPTS || !isWorthRetrying(error)) throw nameStore(error);
      await delay(RETRY_DELAY_MS * attempt);
    }
  }
}
