import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freePort } from '#tests/support/free-port.ts';
import { type Proxy, startProxy } from './proxy.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';

/** The program, where it is installed. */
export const CADDY = ['/usr/bin/caddy', '/usr/local/bin/caddy'].find((path) => existsSync(path));

const SITE = '{$SITE_ADDRESS:www.example.com}';
const UPSTREAM = '{$UPSTREAM:127.0.0.1:3000}';

/** Starts Caddy without TLS in front of one or more installations, configured by the file for operators. */
export async function startCaddy(sitePorts: readonly number[]): Promise<Proxy> {
  const port = await freePort();
  const folder = await makeDataDir();
  const text = await readFile(join(import.meta.dirname, '../../../deploy/Caddyfile'), 'utf8');
  for (const part of [SITE, UPSTREAM, '\tservers {']) expect(text).toContain(part);
  const file = join(folder, 'Caddyfile');
  const upstreams = sitePorts.map((each) => `127.0.0.1:${each}`).join(' ');
  await writeFile(
    file,
    text
      .replace(SITE, `http://:${port}`)
      .replace(UPSTREAM, upstreams)
      .replace('\tservers {', `\tadmin off\n\tstorage file_system ${folder}\n\tservers {`),
  );
  return startProxy([CADDY ?? '', 'run', '--config', file, '--adapter', 'caddyfile'], {
    port,
    folder,
    plain: { port, status: 200 },
  });
}
