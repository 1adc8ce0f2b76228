import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { createDatabase } from '#server/db/client.ts';
import { findRunningPostgres } from '#server/db/embedded-postgres/embedded-postgres.ts';
import { freePort } from '#tests/support/free-port.ts';
import { startSite } from '#tests/support/site-process.ts';
import { send } from './faults.ts';

const run = promisify(execFile);

async function readMessages(dataDir: string): Promise<string[]> {
  const connection = await findRunningPostgres({ dataDir, database: 'vitrin' });
  if (!connection) throw new Error('no database runs there');
  const { db, destroy } = createDatabase({ connection });
  const rows = await db
    .selectFrom('contactMessages')
    .select('message')
    .orderBy('createdAt')
    .execute();
  await destroy();
  return rows.map(({ message }) => message);
}

it(
  'a copy of DATA_DIR, taken as documented, holds every lead when nothing else is left',
  { timeout: 240_000 },
  async () => {
    // Closed to everybody else: as root, the database has its own user that cannot enter it.
    const root = await mkdtemp(join(tmpdir(), 'vitrin-drill-'));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    const dataDir = join(root, 'site', '.data');
    const environment = { SAMPLE_CONTENT: 'off' };
    const port = await freePort();
    const first = await startSite({ port, dataDir, environment });
    const messages = ['The first of three.', 'The second of three.', 'The third of three.'];
    for (const message of messages) {
      const response = await send(port, {
        path: '/api/contact-messages',
        headers: [['content-type', 'application/json']],
        body: JSON.stringify({ name: 'Gökçe Demir', email: 'gokce@example.com', message }),
      });
      expect(response.status).toBe(201);
    }
    expect(await first.end('SIGTERM')).toBe(0);

    const copy = join(root, 'backup', 'vitrin');
    await mkdir(join(root, 'backup'), { mode: 0o700 });
    await run('cp', ['-a', dataDir, copy]);
    await rm(join(root, 'site'), { recursive: true });
    const second = await startSite({ port, dataDir: copy, environment });
    expect(await readMessages(copy)).toEqual(messages);
    expect(second.output()).not.toContain('Created the database');
    expect(await second.end('SIGTERM')).toBe(0);
  },
);
