import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { DeleteObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { Config } from '#server/core/config.ts';
import { FileStoreError } from '#server/core/errors.ts';
import { hashOf } from './compared-store.ts';
import { createS3Client, listObjects, nullWhenMissing, sendAgain } from './s3-client.ts';
import { uploadInParts } from './s3-parts.ts';
import { openObject } from './s3-read.ts';
import type { StorageDriver } from './storage.ts';
import { assertStoragePath, isStoragePath } from './storage-path.ts';

const SILENCE_MS = 5_000;
const MAX_WHOLE_BYTES = 16 * 1024 * 1024;

export function createS3Storage(
  s3: NonNullable<Config['s3']>,
  { silenceMs = SILENCE_MS }: { silenceMs?: number } = {},
): StorageDriver {
  const client = createS3Client(s3, { maxAttempts: 1, silenceMs });

  async function put(
    path: string,
    body: Readable | Uint8Array,
    properties: { ContentLength: number; ContentType: string; ChecksumSHA256: string },
  ): Promise<void> {
    const object = { Bucket: s3.bucket, Key: path, Body: body, ...properties };
    await client.send(new PutObjectCommand(object));
  }

  async function putFile(file: string, path: string, contentType: string): Promise<void> {
    const { size } = await stat(file);
    const isWhole = size <= MAX_WHOLE_BYTES;
    // The client would send a stream's checksum as a trailer, which other services may reject.
    const sha256 = isWhole ? await hashOf(createReadStream(file)) : Buffer.alloc(0);
    const properties = {
      ContentLength: size,
      ContentType: contentType,
      ChecksumSHA256: sha256.toString('base64'),
    };
    async function send(): Promise<void> {
      const body = createReadStream(file);
      try {
        if (isWhole) await put(path, body, properties);
        else {
          const target = { Bucket: s3.bucket, Key: path, ContentType: contentType };
          await uploadInParts(client, target, body);
        }
      } finally {
        body.destroy();
      }
    }
    return isWhole ? sendAgain(send) : send();
  }

  return {
    async moveIn(temporaryFile, path, contentType) {
      assertStoragePath(path);
      await putFile(temporaryFile, path, contentType);
      await rm(temporaryFile, { force: true });
    },

    async write(path, bytes, contentType) {
      assertStoragePath(path);
      const properties = {
        ContentLength: bytes.byteLength,
        ContentType: contentType,
        ChecksumSHA256: createHash('sha256').update(bytes).digest('base64'),
      };
      await sendAgain(() => put(path, bytes, properties));
    },

    async sizeOf(path) {
      if (!isStoragePath(path)) return null;
      const command = new HeadObjectCommand({ Bucket: s3.bucket, Key: path });
      const file = await sendAgain(() => client.send(command)).catch(nullWhenMissing);
      if (!file) return null;
      if (file.ContentLength === undefined) {
        throw new FileStoreError('the S3 service responded without a length');
      }
      return file.ContentLength;
    },

    async open(path, part) {
      if (!isStoragePath(path)) return null;
      return openObject(client, { Bucket: s3.bucket, Key: path }, part);
    },

    async *list(folder) {
      const objects = listObjects(client, { Bucket: s3.bucket, Prefix: `${folder}/` });
      for await (const { Key: path = '', Size: size = 0 } of objects) {
        if (isStoragePath(path)) yield { path, size };
      }
    },

    async remove(path) {
      assertStoragePath(path);
      const command = new DeleteObjectCommand({ Bucket: s3.bucket, Key: path });
      await sendAgain(() => client.send(command));
    },
  };
}
