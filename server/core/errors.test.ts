import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DatabaseError } from 'pg';
import { describe, expect, it } from 'vitest';
import { findUnavailability, isTemporary, ServiceError } from './errors.ts';
import { errorHeaders, publicError, statusOf } from '#server/http/base/error-response.ts';

function databaseError(code: string): DatabaseError {
  return Object.assign(new DatabaseError('said by the server', 0, 'error'), { code });
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.unreachable('it should have failed'),
    (error: unknown) => error,
  );
}

describe('what PostgreSQL says', () => {
  it.each([
    ['57P01', 'unreachable'],
    ['57P03', 'unreachable'],
    ['08006', 'unreachable'],
    ['53300', 'crowded'],
    ['53100', 'disk_full'],
    ['57014', 'timeout'],
    ['25P03', 'timeout'],
    ['55P03', 'locked'],
    ['40001', 'conflict'],
    ['40P01', 'conflict'],
    ['25006', 'read_only'],
    ['58030', 'damaged'],
    ['XX001', 'damaged'],
    ['42501', 'unfit'],
    ['42P01', 'unfit'],
    ['28P01', 'unfit'],
  ])('names %s', (code, unavailability) => {
    const error = databaseError(code);
    expect(findUnavailability(error)).toBe(unavailability);
    const { code: shown, message } = publicError(error);
    expect(statusOf(shown)).toBe(code === '53100' ? 507 : 503);
    expect(errorHeaders(shown)).toMatchObject({ 'retry-after': '10' });
    expect(message).not.toContain('said by the server');
    expect(isTemporary(error)).toBe(unavailability !== 'unfit');
  });

  // Not null, unique, invalid text, syntax, unknown column: an error of ours, or an input that a schema should have stopped.
  it.each(['23502', '23505', '22P02', '42601', '42703', '25P02'])('leaves %s to us', (code) => {
    expect(findUnavailability(databaseError(code))).toBeNull();
    expect(publicError(databaseError(code)).code).toBe('INTERNAL');
  });
});

describe('what the system says', () => {
  it('tells a database that is not there from a folder that is not there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrin-errors-'));
    try {
      const missing = join(folder, 'missing');
      const socket = connect(join(missing, '.s.PGSQL.5432'));
      const lost = await new Promise((resolve) => socket.once('error', resolve));
      expect(findUnavailability(lost)).toBe('unreachable');
      const unwritten = await failureOf(open(join(missing, 'upload'), 'wx'));
      expect(findUnavailability(unwritten)).toBe('files');
      const stream = createReadStream(join(missing, 'upload'));
      const unread = await new Promise((resolve) => stream.once('error', resolve));
      expect(findUnavailability(unread)).toBe('files');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('names a database that nothing listens for, by one address or by several', async () => {
    const socket = connect({ host: '127.0.0.1', port: 1 });
    const lost = await new Promise((resolve) => socket.once('error', resolve));
    expect(findUnavailability(lost)).toBe('unreachable');
    expect(findUnavailability(new AggregateError([lost, lost]))).toBe('unreachable');
    expect(findUnavailability(new AggregateError([new TypeError('ours')]))).toBeNull();
  });

  const isLinux = process.platform === 'linux';
  it.runIf(isLinux)(`names a full disk${isLinux ? '' : ' (skipped: Linux only)'}`, async () => {
    const file = await open('/dev/full', 'w');
    try {
      const full = await failureOf(file.writeFile('something'));
      expect(findUnavailability(full)).toBe('disk_full');
      expect(statusOf(publicError(full).code)).toBe(507);
    } finally {
      await file.close();
    }
  });

  it('takes no file store that nothing listens for, or that is silent, for the database', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    for (const port of [1, (silent.address() as AddressInfo).port]) {
      const client = new S3Client({
        region: 'us-east-1',
        endpoint: `http://127.0.0.1:${port}`,
        credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
        maxAttempts: 1,
        requestHandler: { socketTimeout: 100 },
      });
      const put = new PutObjectCommand({ Bucket: 'vitrin', Key: 'file', Body: 'bytes' });
      expect(findUnavailability(await failureOf(client.send(put)))).toBe('file_store');
      client.destroy();
    }
    silent.close();
  });

  it('leaves errors of our own, and those meant for people, as they are', () => {
    const aborted = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    const notFound = new ServiceError('NOT_FOUND', 'No such post.');
    for (const error of [new TypeError('x is not a function'), aborted, notFound, 'text']) {
      expect(findUnavailability(error), String(error)).toBeNull();
    }
  });
});

it('knows an error of another copy of the module, as the built application has one', async () => {
  const copy: string = './errors.ts?copy';
  const { ServiceError: Other } = (await import(copy)) as { ServiceError: typeof ServiceError };
  expect(Other).not.toBe(ServiceError);
  const error = new Other('UNPROCESSABLE', 'Too complex');
  expect(error instanceof ServiceError).toBe(true);
  expect(publicError(error)).toMatchObject({ code: 'UNPROCESSABLE', message: 'Too complex' });
  expect(new Error('Too complex') instanceof ServiceError).toBe(false);
});
