import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { Config } from '#server/core/config.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';

type S3Object = { bucket: string; key: string; content: Buffer | Readable; metadata: object };
type S3Store = {
  getResourcePath(bucket: string, key: string, resource: string): string;
  putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>;
  putObject(object: S3Object): Promise<{ size: number; md5: string }>;
};
type S3Server = { store: S3Store; run(): Promise<AddressInfo>; close(): Promise<void> };

const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => S3Server;

/** As with S3, an object is there whole or not at all; the package shows the beginning of one that is being written. */
async function putWhole(store: S3Store, object: S3Object): Promise<{ size: number; md5: string }> {
  const { bucket, key, content, metadata } = object;
  const bytes = Buffer.isBuffer(content) ? content : await buffer(content);
  const md5 = createHash('md5').update(bytes).digest('hex');
  const path = store.getResourcePath(bucket, key, 'object');
  const part = `${path}.${randomUUID()}.part`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(part, bytes);
  await store.putMetadata(bucket, key, metadata, md5);
  await rename(part, path);
  return { size: bytes.length, md5 };
}

/** Key and certificate for 127.0.0.1; programs trust it by NODE_EXTRA_CA_CERTS. */
export const LOOPBACK_PEM = join(import.meta.dirname, 'loopback.pem');

/** An S3 service inside the test process, with one empty bucket; encrypted, this process trusts it. */
export async function startTestS3({ isEncrypted = false } = {}): Promise<{
  s3: NonNullable<Config['s3']>;
  /** The server's address and keys as settings of an installation. */
  settings: Record<string, string>;
  stop(): Promise<void>;
}> {
  const directory = await makeDataDir();
  const place = { address: '127.0.0.1', port: 0, directory };
  const pem = readFileSync(LOOPBACK_PEM, 'utf8');
  const tls = isEncrypted ? { key: pem, cert: pem } : {};
  if (isEncrypted) setDefaultCACertificates([...getCACertificates(), pem]);
  const server = new S3rver({
    ...place,
    ...tls,
    silent: true,
    configureBuckets: [{ name: 'vitrin' }],
  });
  server.store.putObject = (object) => putWhole(server.store, object);
  const { port } = await server.run();
  const scheme = isEncrypted ? 'https' : 'http';
  const [endpoint, bucket, key] = [`${scheme}://127.0.0.1:${port}`, 'vitrin', 'S3RVER'];
  return {
    s3: { endpoint, region: 'us-east-1', bucket, accessKeyId: key, secretAccessKey: key },
    settings: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: key,
      S3_SECRET_ACCESS_KEY: key,
    },
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
