import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { freePort } from './free-port.ts';

/** The program, where it is installed. */
export const NGINX = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/local/bin/nginx'].find(
  (path) => existsSync(path),
);

export type Nginx = { port: number; stop(): Promise<void> };

/** The server block of the document, with these ports. */
async function readServerBlock(sitePort: number, port: number): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const block = /```nginx\n([^`]*)```/.exec(text)?.[1] ?? '';
  for (const line of ['server 127.0.0.1:3000;', 'listen 80;']) expect(block).toContain(line);
  return block
    .replace('server 127.0.0.1:3000;', `server 127.0.0.1:${sitePort};`)
    .replace('listen 80;', `listen ${port};`);
}

/** Starts nginx in front of a site, configured as the document says. */
export async function startNginx(sitePort: number): Promise<Nginx> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'vitrin-nginx-'));
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  for (const path of paths) await mkdir(join(folder, path));
  const configuration = `
    daemon off;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    pid ${folder}/nginx.pid;
    error_log ${folder}/error.log;
    events {}
    http {
      access_log off;
      ${paths.map((path) => `${path}_temp_path ${folder}/${path};`).join('\n')}
      ${await readServerBlock(sitePort, port)}
    }`;
  const file = join(folder, 'nginx.conf');
  await writeFile(file, configuration);
  const child: ChildProcess = spawn(NGINX ?? '', ['-p', folder, '-c', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await vi.waitFor(
    async () => {
      expect(child.exitCode, said).toBeNull();
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    },
    { timeout: 10_000, interval: 50 },
  );
  return {
    port,
    async stop() {
      if (child.exitCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
