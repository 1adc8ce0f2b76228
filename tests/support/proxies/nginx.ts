import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freePort } from '#tests/support/free-port.ts';
import { type Certificate, startProxy } from './proxy.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';

/** The program, where it is installed. */
export const NGINX = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/local/bin/nginx'].find(
  (path) => existsSync(path),
);

/** The file for operators, with these ports; without a certificate it serves without TLS. */
async function readConfiguration(
  sitePorts: readonly number[],
  { port, plainPort }: { port: number; plainPort: number },
  certificate: Certificate | undefined,
): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../../deploy/nginx.conf'), 'utf8');
  const [ssl, plain] = ['listen 443 ssl http2;', 'listen 80;'];
  const server = 'server 127.0.0.1:3000 fail_timeout=2s;';
  for (const line of [server, ssl, plain]) expect(text).toContain(line);
  return text
    .replaceAll(/^ *listen \[::\].*$/gm, '')
    .replace(server, sitePorts.map((each) => server.replace('3000', String(each))).join('\n'))
    .replace(plain, `listen ${plainPort};`)
    .replace(ssl, certificate ? `listen ${port} ssl http2;` : `listen ${port};`)
    .replace(/ssl_certificate .*;/, certificate ? `ssl_certificate ${certificate.file};` : '')
    .replace(/(ssl_certificate_key) .*;/, certificate ? `$1 ${certificate.key};` : '')
    .replaceAll(/ssl_(?:protocols|session\w+) .*;/g, certificate ? '$&' : '');
}

/** Starts nginx like the other proxies, with `access.log` and `error.log` in its folder. */
export async function startNginx(sitePorts: readonly number[], certificate?: Certificate) {
  const [port, plainPort] = [await freePort(), await freePort()];
  const folder = await makeDataDir();
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  for (const path of paths) await mkdir(join(folder, path));
  const configuration = `
    daemon off;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    pid ${folder}/nginx.pid;
    error_log ${folder}/error.log;
    events {}
    http {
      access_log ${folder}/access.log;
      ${paths.map((path) => `${path}_temp_path ${folder}/${path};`).join('\n')}
      ${await readConfiguration(sitePorts, { port, plainPort }, certificate)}
    }`;
  const file = join(folder, 'nginx.conf');
  await writeFile(file, configuration);
  const program = [NGINX ?? '', '-p', folder, '-c', file] as const;
  // Without TLS where it is wanted: nginx runs, and says no.
  const plain = { port, status: certificate ? 400 : 200 };
  const proxy = await startProxy(program, { port, folder, plain });
  return { ...proxy, plainPort, folder };
}
