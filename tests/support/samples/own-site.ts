import { rm } from 'node:fs/promises';
import { PUBLIC_ROUTES } from '#shared/routes.ts';
import { fillPath } from '../browser/pages.ts';
import { makeDataDir } from '../data-dir.ts';
import { freePort } from '../free-port.ts';
import { startMailServer } from '../mail/mail-server.ts';
import { startSite } from '../site-process.ts';
import { createTestDatabase } from '../test-database.ts';

export type OwnSite = Awaited<ReturnType<typeof startOwnSite>>;

/** Starts a site without sample content, beside a mail server that it can be connected to. */
export async function startOwnSite() {
  const [database, dataDir, mailServer] = await Promise.all([
    createTestDatabase(),
    makeDataDir(),
    startMailServer(),
  ]);
  const environment = { DATABASE_URL: database.url, SAMPLE_CONTENT: 'off' };
  const process = await startSite({ port: await freePort(), dataDir, environment });
  return {
    url: process.url,
    db: database.db,
    databaseUrl: database.url,
    dataDir,
    process,
    mailServer,
    async stop() {
      await process.end('SIGTERM');
      await Promise.all([mailServer.stop(), database.destroy()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Headers and contents of every public page and resource, and of further paths, by path. */
export async function readOutputs(
  { url, db }: Pick<OwnSite, 'url' | 'db'>,
  further: readonly string[] = [],
): Promise<Map<string, string>> {
  const filled = await Promise.all(PUBLIC_ROUTES.map(({ path }) => fillPath(path, db)));
  const isWhole = (path: string) => !/:|\/$/.test(path.slice(1));
  const paths = [...filled.filter(isWhole), ...further];
  const read = async (path: string) => {
    const response = await fetch(`${url}${path}`);
    const headers = Array.from(response.headers, (header) => header.join(': ')).join('\n');
    const text = (await response.text()).replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
    return [path, `${headers}\n${text}`] as const;
  };
  return new Map(await Promise.all(paths.map(read)));
}

const LOADED_DATA = /<script(?![^>]*ld\+json)[^>]*>[^]*?<\/script>/g;

/** Contents without the values that a page only loads. */
export function listShown(outputs: ReadonlyMap<string, string>): string[] {
  return [...outputs]
    .filter(([path]) => path !== '/site-settings.json')
    .map(([, text]) => text.replaceAll(LOADED_DATA, ''));
}
