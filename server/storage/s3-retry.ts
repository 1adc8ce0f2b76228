import { setTimeout as delay } from 'node:timers/promises';
import { S3ServiceException } from '@aws-sdk/client-s3';
import { FileStoreError } from '#server/core/errors.ts';
import { errorCode } from '#server/lib/files.ts';

const ATTEMPTS = 3;
const RETRY_DELAY_MS = 200;

/** A connection that the service closed while it was used again; the client calls these timeouts too. */
const CLOSED = new Set(['ECONNRESET', 'EPIPE']);

function isWorthRetrying(error: unknown): boolean {
  // Nobody waits for it any more.
  if (error instanceof Error && error.name === 'AbortError') return false;
  // Somebody waits for the response; a service that was silent for so long is silent again.
  if (error instanceof Error && error.name === 'TimeoutError') {
    return CLOSED.has(errorCode(error) ?? '');
  }
  if (!(error instanceof S3ServiceException)) return true;
  const status = error.$metadata.httpStatusCode ?? 500;
  return status >= 500 || status === 408 || status === 429;
}

/** Of what happens on the way the client names neither itself nor the service; what the disk says names its file. */
function nameStore(error: unknown): unknown {
  const isNamed =
    error instanceof S3ServiceException || !(error instanceof Error) || 'path' in error;
  return isNamed ? error : new FileStoreError(error.message, error);
}

/** Sends a request to S3 up to three times; its client itself would never repeat one whose body is a stream, and wait three times for one that is silent. */
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
