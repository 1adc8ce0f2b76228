import {
  type _Object as ListedObject,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Config } from '#server/core/config.ts';
import { sendAgain } from './s3-retry.ts';

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
