import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freePort } from '#tests/support/free-port.ts';
import { type Certificate, type Proxy, startProxy } from './proxy.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';

/** The program, where it is installed. */
export const CADDY = ['/usr/bin/caddy', '/usr/local/bin/caddy'].find((path) => existsSync(path));

const SITE = '{$SITE_ADDRESS:www.example.com}';
const UPSTREAM = '{$UPSTREAM:127.0.0.1:3000}';

/** Starts Caddy in front of one or more installations, configured by the file for operators; without a certificate it serves without TLS. */
export async function startCaddy(
  sitePorts: readonly number[],
  certificate?: Certificate,
): Promise<Proxy> {
  const port = await freePort();
  const plain = certificate ? { port: await freePort(), status: 308 } : { port, status: 200 };
  const folder = await makeDataDir();
  const text = await readFile(join(import.meta.dirname, '../../../deploy/Caddyfile'), 'utf8');
  for (const part of [`${SITE} {\n`, UPSTREAM, '\tservers {']) expect(text).toContain(part);
  const file = join(folder, 'Caddyfile');
  const upstreams = sitePorts.map((each) => `127.0.0.1:${each}`).join(' ');
  const options = ['admin off', `storage file_system ${folder}`];
  if (certificate) options.push(`http_port ${plain.port}`, `https_port ${port}`);
  const tls = certificate ? `\ttls ${certificate.file} ${certificate.key}\n` : '';
  await writeFile(
    file,
    text
      .replace(`${SITE} {\n`, `${certificate ? 'localhost' : `http://:${port}`} {\n${tls}`)
      .replace(UPSTREAM, upstreams)
      .replace('\tservers {', `${options.map((option) => `\t${option}\n`).join('')}\tservers {`),
  );
  return startProxy([CADDY ?? '', 'run', '--config', file, '--adapter', 'caddyfile'], {
    port,
    folder,
    plain,
  });
}
