import { rm } from 'node:fs/promises';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';
import { startSite } from '#tests/support/site-process.ts';
import { type SentResponse, send } from './faults.ts';

export type GuardSite = {
  port: number;
  /** A request of a visitor with this address; without one, of this machine. */
  visit(address: string | null, path?: string): Promise<SentResponse>;
  stop(): Promise<void>;
};

/** The built site behind a proxy on this machine, so that visitors can have any address. */
export async function startGuardSite(databaseUrl: string): Promise<GuardSite> {
  const dataDir = await makeDataDir();
  const port = await freePort();
  const site = await startSite({
    port,
    dataDir,
    environment: {
      DATABASE_URL: databaseUrl,
      TRUSTED_PROXIES: '127.0.0.1,::1',
      SAMPLE_CONTENT: 'off',
    },
  });
  return {
    port,
    visit: (address, path = '/robots.txt') =>
      send(port, {
        method: 'GET',
        path,
        headers: address === null ? [] : [['x-forwarded-for', address]],
      }),
    async stop() {
      await site.end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Requests of which each kind alone is no reason for a block, and both together are. */
export async function misbehave(site: GuardSite, address: string | null): Promise<void> {
  const paths = ['/.env', '/wp-login.php', '/.git/config', '/wp-config.php', '//admin', '/a/../b'];
  for (let round = 0; round < 2; round += 1) {
    for (const path of paths) await site.visit(address, path);
  }
  for (const path of ['//x', '//y', '//z', '/%2e%2e/etc']) await site.visit(address, path);
  await new Promise((done) => setTimeout(done, 5_200));
  await site.visit(address, '/.env');
  await site.visit(address, '//admin');
}
