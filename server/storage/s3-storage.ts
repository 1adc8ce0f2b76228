import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { Config } from '#server/config.ts';
import type { StorageDriver } from './storage.ts';
import { assertStoragePath, isStoragePath } from './storage-path.ts';

const UPLOAD_ATTEMPTS = 3;
const RETRY_DELAY_MS = 200;

function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return true;
  const status = error.$metadata.httpStatusCode ?? 500;
  return status >= 500 || status === 408 || status === 429;
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof NotFound || error instanceof NoSuchKey) return null;
  throw error;
}

export function createS3Storage(s3: NonNullable<Config['s3']>): StorageDriver {
  const client = new S3Client({
    region: s3.region,
    ...(s3.endpoint === null ? {} : { endpoint: s3.endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Errors are thrown; what the client would print besides is not part of our log.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: { connectionTimeout: 3_000, socketTimeout: 30_000 },
  });

  async function put(
    path: string,
    body: Readable | Uint8Array,
    size: number,
    contentType: string,
  ): Promise<void> {
    await client.send(
      new PutObjectCommand({
        Bucket: s3.bucket,
        Key: path,
        Body: body,
        ContentLength: size,
        ContentType: contentType,
      }),
    );
  }

  // The client never repeats a request whose body is a stream, because the stream is used up.
  async function putFile(file: string, path: string, contentType: string): Promise<void> {
    const { size } = await stat(file);
    for (let attempt = 1; ; attempt += 1) {
      const body = createReadStream(file);
      try {
        await put(path, body, size, contentType);
        return;
      } catch (error) {
        if (attempt === UPLOAD_ATTEMPTS || !isWorthRetrying(error)) throw error;
        await delay(RETRY_DELAY_MS * attempt);
      } finally {
        body.destroy();
      }
    }
  }

  return {
    async moveIn(temporaryFile, path, contentType) {
      assertStoragePath(path);
      await putFile(temporaryFile, path, contentType);
      await rm(temporaryFile, { force: true });
    },

    async write(path, bytes, contentType) {
      assertStoragePath(path);
      await put(path, bytes, bytes.byteLength, contentType);
    },

    async sizeOf(path) {
      if (!isStoragePath(path)) return null;
      const command = new HeadObjectCommand({ Bucket: s3.bucket, Key: path });
      const file = await client.send(command).catch(nullWhenMissing);
      if (!file) return null;
      if (file.ContentLength === undefined) {
        throw new Error('the S3 service responded without a length');
      }
      return file.ContentLength;
    },

    async open(path, part) {
      if (!isStoragePath(path)) return null;
      const range = part ? { Range: `bytes=${part.first}-${part.last}` } : {};
      const command = new GetObjectCommand({ Bucket: s3.bucket, Key: path, ...range });
      const file = await client.send(command).catch(nullWhenMissing);
      if (!file) return null;
      const { Body, ContentLength, LastModified } = file;
      if (!(Body instanceof Readable) || ContentLength === undefined) {
        throw new Error('the S3 service responded without a body');
      }
      return { stream: Body, size: ContentLength, lastModified: LastModified ?? new Date() };
    },

    async remove(path) {
      assertStoragePath(path);
      await client.send(new DeleteObjectCommand({ Bucket: s3.bucket, Key: path }));
    },
  };
}
