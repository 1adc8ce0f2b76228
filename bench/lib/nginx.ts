import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../tests/support/free-port.ts';
import { openConnection, type SentResponse } from './connection.ts';
import { waitUntil } from './measurement.ts';
import { listChildren, pinTo, SERVER_CORE, type Tools } from './machine.ts';

export type StaticResponse = Omit<SentResponse, 'bytes'>;

export type Nginx = { port: number; workerPid: number; end(): Promise<void> };

/** Headers that nginx adds itself. */
const OWN_HEADERS =
  /^(?:connection|content-length|content-type|date|etag|keep-alive|last-modified|server|transfer-encoding)$/;

function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('$', '${dollar}')}"`;
}

function buildLocation({ status, headers, body, isLast }: StaticResponse): string {
  const type = headers.get('content-type') ?? 'text/plain';
  const lines = [
    `default_type ${quote(type)};`,
    ...[...headers]
      .filter(([name]) => !OWN_HEADERS.test(name))
      .map(([name, value]) => `add_header ${name} ${quote(value)} always;`),
    ...(isLast ? ['keepalive_timeout 0;'] : []),
  ].join('\n      ');
  if (status === 200) return `location = /response { ${lines} }`;
  if (status === 404) {
    return `location = /response { error_page 404 /body; return 404; }
    location = /body { internal; ${lines} }`;
  }
  return `location = /response { ${lines} return ${status} "${'x'.repeat(body.length)}"; }`;
}

function buildConfiguration(port: number, response: StaticResponse): string {
  const isRoot = process.getuid?.() === 0;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `${isRoot ? 'user root;\n' : ''}worker_processes 1;
daemon off;
pid nginx.pid;
error_log error.log;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  open_file_cache max=100 inactive=1h;
  open_file_cache_valid 1h;
  keepalive_requests 1000000000;
  types {}
  geo $dollar { default "$"; }
${temporary.map((name) => `  ${name}_temp_path temporary/${name};`).join('\n')}
  server {
    listen 127.0.0.1:${port} backlog=511;
    root files;
    ${buildLocation(response)}
  }
}
`;
}

/** Starts an nginx of one process that serves a response as a file at `/response`, with the same headers. */
export async function startNginx(tools: Tools, response: StaticResponse): Promise<Nginx> {
  if (!tools.nginx) throw new Error('nginx missing');
  const folder = await mkdtemp(join(tmpdir(), 'vitrin-nginx-'));
  const port = await freePort();
  for (const name of ['files', 'temporary']) await mkdir(join(folder, name));
  const name = response.status === 404 ? 'body' : 'response';
  await writeFile(join(folder, 'files', name), response.body);
  const file = join(folder, 'nginx.conf');
  await writeFile(file, buildConfiguration(port, response));
  const [command, ...args] = [...pinTo(SERVER_CORE, tools), tools.nginx];
  args.push('-p', `${folder}/`, '-c', file, '-e', join(folder, 'error.log'));
  const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(child, 'exit');
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  const connection = openConnection(port);
  const isReady = async () => (await connection.ask({ path: '/' })) !== null;
  await waitUntil('nginx did not start', isReady).catch(async (error: unknown) => {
    await end();
    throw new Error(output.trim(), { cause: error });
  });
  connection.close();
  return { port, workerPid: listChildren(child.pid ?? 0)[0] ?? 0, end };
}
