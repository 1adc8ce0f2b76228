import { get } from './faults.ts';
import { startPlace } from './place.ts';

export type GuardSite = Awaited<ReturnType<typeof startGuardSite>>;

/** The built site behind a proxy on this machine, so that visitors can have any address. */
export async function startGuardSite(databaseUrl: string) {
  const place = await startPlace({
    DATABASE_URL: databaseUrl,
    TRUSTED_PROXIES: '127.0.0.1,::1',
  });
  const { port } = place;
  return {
    port,
    /** A request of a visitor with this address; without one, of this machine. */
    visit: (address: string | null, path = '/robots.txt') =>
      get(port, path, address === null ? [] : [['x-forwarded-for', address]]),
    stop: () => place.stop(),
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
