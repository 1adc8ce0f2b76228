import {
  type _Object as ListedObject,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { Config } from '#server/core/config.ts';
import { setTimeout as delay } from 'node:timers/promises';
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

export type S3Access = NonNullable<Config['s3Access']>;

type Patience = { maxAttempts: number; silenceMs: number };

export function createS3Client(
  s3: S3Access,
  { maxAttempts, silenceMs }: Patience = { maxAttempts: 3, silenceMs: 30_000 },
): S3Client {
  return new S3Client({
    region: s3.region,
    ...(s3.endpoint === null ? {} : { endpoint: s3.endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Errors are thrown; the client must not print.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    maxAttempts,
    requestHandler: { connectionTimeout: 3_000, socketTimeout: silenceMs },
  });
}

export function nullWhenMissing(error: unknown): null {
  if (error instanceof NotFound || error instanceof NoSuchKey) return null;
  throw error;
}

export async function* listObjects(
  client: S3Client,
  where: { Bucket: string; Prefix: string },
): AsyncGenerator<ListedObject, void, undefined> {
  let next: string | undefined;
  do {
    const command: ListObjectsV2Command = new ListObjectsV2Command({
      ...where,
      ...(next === undefined ? {} : { ContinuationToken: next }),
    });
    const page = await sendAgain(() => client.send(command));
    yield* page.Contents ?? [];
    next = page.NextContinuationToken;
  } while (next !== undefined);
}
