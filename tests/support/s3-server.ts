import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';

type S3Server = { run(): Promise<AddressInfo>; close(): Promise<void> };

const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => S3Server;

/** An S3 service inside the test process, with one empty bucket. */
export async function startTestS3(): Promise<{
  s3: NonNullable<Config['s3']>;
  stop(): Promise<void>;
}> {
  const directory = await mkdtemp(join(tmpdir(), 'vitrin-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'vitrin' }],
  });
  const { port } = await server.run();
  return {
    s3: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'vitrin',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
