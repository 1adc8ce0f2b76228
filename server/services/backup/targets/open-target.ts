import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { S3Access } from '#server/storage/s3-client.ts';
import { nameOf, type Target } from './target.ts';
import { fileTarget } from './file-target.ts';

export async function openTarget(place: string, access: S3Access | null): Promise<Target> {
  if (!place.startsWith('s3://')) return fileTarget(place);
  if (access === null) {
    throw new Error('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be given for a place in S3.');
  }
  const { s3Target } = await import('./s3-target.ts');
  return s3Target(place, access);
}

export async function probeTarget(folder: string, access: S3Access | null): Promise<void> {
  const now = new Date(0);
  const name = nameOf(now, false);
  const target = await openTarget(folder, access);
  await target.remove(name);
  const probe = randomBytes(32);
  async function* bytes() {
    yield probe;
  }
  const { place } = await target.write(bytes(), { now, isEncrypted: false });
  const archive = await (await openTarget(place, access)).open();
  const found = await buffer(archive.read());
  await target.remove(name);
  if (!found.equals(probe)) throw new Error(`${place} is not what was written`);
}
