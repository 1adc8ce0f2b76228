import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freePort } from '#tests/support/free-port.ts';
import { type Certificate, type Proxy, startProxy } from './proxy.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';

/** The program, where it is installed. */
export const HAPROXY = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'].find((path) =>
  existsSync(path),
);

const SERVER = /^ *server one(?:-anyway)? 127\.0\.0\.1:3000 .*$/gm;
const TLS = 'bind :443 ssl crt /etc/haproxy/vitrin.pem alpn h2,http/1.1';
const PLAIN = 'bind :80\n';
const REDIRECT = /^ *http-request redirect scheme https .*$/m;

/** Starts HAProxy in front of one or more installations, configured by the file for operators; without a certificate it serves without TLS. */
export async function startHaproxy(
  sitePorts: readonly number[],
  certificate?: Certificate,
): Promise<Proxy> {
  const port = await freePort();
  const folder = await makeDataDir();
  const text = await readFile(join(import.meta.dirname, '../../../deploy/haproxy.cfg'), 'utf8');
  expect(text.match(SERVER)).toHaveLength(4);
  for (const line of [PLAIN, TLS]) expect(text).toContain(line);
  expect(text).toMatch(REDIRECT);
  const pem = join(folder, 'vitrin.pem');
  if (certificate) {
    const parts = [certificate.file, certificate.key].map((file) => readFile(file, 'utf8'));
    await writeFile(pem, (await Promise.all(parts)).join(''));
  }
  const serversOf = (line: string) =>
    sitePorts
      .map((each, index) => line.replace(':3000', `:${each}`).replaceAll('one', `site${index}`))
      .join('\n');
  const plain = certificate ? { port: await freePort(), status: 308 } : { port, status: 200 };
  const configuration = text
    .replaceAll(SERVER, serversOf)
    .replace(PLAIN, `bind :${plain.port}\n`)
    .replace(REDIRECT, certificate ? '$&' : '')
    .replace(TLS, certificate ? `bind :${port} ssl crt ${pem} alpn h2,http/1.1` : '');
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, configuration);
  return startProxy([HAPROXY ?? '', '-db', '-f', file], { port, folder, plain });
}
