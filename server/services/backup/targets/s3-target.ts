import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import {
  createS3Client,
  listObjects,
  nullWhenMissing,
  type S3Access,
} from '#server/storage/s3-client.ts';
import { uploadInParts } from '#server/storage/s3-parts.ts';
import { openObject } from '#server/storage/s3-read.ts';
import { findNewest, LEDGER_NAME, momentOf, nameOf, type Target } from './target.ts';

/** `s3://bucket/prefix` of backups named by their time, or one backup (`….tar`, `….tar.age`). */
export function s3Target(url: string, access: S3Access): Target {
  const { hostname: bucket, pathname } = new URL(url);
  const path = decodeURIComponent(pathname).replace(/^\/+/, '');
  const isFile = /\.tar(?:\.age)?$/.test(path);
  const prefix = path === '' || path.endsWith('/') ? path : `${path}/`;
  const ledgerKey = `${isFile ? path.slice(0, path.lastIndexOf('/') + 1) : prefix}${LEDGER_NAME}`;
  const client = createS3Client(access);
  const placeOf = (key: string) => `s3://${bucket}/${key}`;

  async function sizeOf(key: string): Promise<number | null> {
    const command = new HeadObjectCommand({ Bucket: bucket, Key: key });
    const file = await client.send(command).catch(nullWhenMissing);
    return file && (file.ContentLength ?? 0);
  }

  async function list(): Promise<string[]> {
    const names: string[] = [];
    for await (const { Key = '' } of listObjects(client, { Bucket: bucket, Prefix: prefix })) {
      const name = Key.slice(prefix.length);
      if (momentOf(name)) names.push(name);
    }
    return names;
  }

  async function* read(key: string, size: number): AsyncGenerator<Uint8Array> {
    const file = await openObject(client, { Bucket: bucket, Key: key });
    if (file?.size !== size) {
      file?.stream.destroy();
      throw new Error(`${placeOf(key)} is not what it was when it was opened.`);
    }
    yield* file.stream;
  }

  return {
    async write(bytes, { now, isEncrypted, signal }) {
      const key = isFile ? path : prefix + nameOf(now, isEncrypted);
      if ((await sizeOf(key)) !== null) throw new Error(`${placeOf(key)} exists already.`);
      const size = await uploadInParts(client, { Bucket: bucket, Key: key }, bytes, signal);
      return { place: placeOf(key), size };
    },

    async open() {
      const key = isFile ? path : prefix + (findNewest(await list()) ?? '');
      const size = key === prefix ? null : await sizeOf(key);
      if (size === null) throw new Error(`There is no backup at ${url}.`);
      return { place: placeOf(key), size, read: () => read(key, size) };
    },

    list,

    async readLedger() {
      const command = new GetObjectCommand({ Bucket: bucket, Key: ledgerKey });
      const ledger = await client.send(command).catch(nullWhenMissing);
      return (await ledger?.Body?.transformToString()) ?? null;
    },

    async writeLedger(text) {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: ledgerKey, Body: text }));
    },

    async remove(name) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: prefix + name }));
    },
  };
}
