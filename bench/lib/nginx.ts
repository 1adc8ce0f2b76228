import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../tests/support/free-port.ts';
import { childrenOf, onCore, SERVER_CORE, type Tools } from './machine.ts';
import { openConnection, requestText } from './connection.ts';

export type StaticResponse = {
  status: number;
  headers: (readonly [string, string])[];
  body: Buffer;
  /** Whether the connection ends with it. */
  isLast: boolean;
};

export type Nginx = { port: number; workerPid: number | null; end(): Promise<void> };

/** What nginx adds itself. */
const OWN_HEADERS = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'etag',
  'keep-alive',
  'last-modified',
  'server',
  'transfer-encoding',
]);

function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('$', '${dollar}')}"`;
}

function locationOf(name: string, { status, headers, body, isLast }: StaticResponse): string {
  const type = headers.find(([header]) => header === 'content-type')?.[1] ?? 'text/plain';
  const lines = [
    `default_type ${quote(type)};`,
    ...headers
      .filter(([header]) => !OWN_HEADERS.has(header))
      .map(([header, value]) => `add_header ${header} ${quote(value)} always;`),
    ...(isLast ? ['keepalive_timeout 0;'] : []),
  ].join('\n      ');
  if (status === 200) return `location = /${name} {\n      ${lines}\n    }`;
  if (status === 404) {
    return `location = /${name} { error_page 404 /${name}.body; return 404; }
    location = /${name}.body {\n      internal;\n      ${lines}\n    }`;
  }
  return `location = /${name} {\n      ${lines}\n      return ${status} "${'x'.repeat(body.length)}";\n    }`;
}

function configuration(port: number, responses: Record<string, StaticResponse>): string {
  const isRoot = process.getuid?.() === 0;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const locations = Object.entries(responses).map(([name, response]) => locationOf(name, response));
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
    ${locations.join('\n    ')}
  }
}
`;
}

/** nginx with one process that serves given responses as files, with the same headers; each by its name as path. */
export async function startNginx(
  tools: Tools,
  responses: Record<string, StaticResponse>,
): Promise<Nginx> {
  if (!tools.nginx) throw new Error('nginx missing');
  const folder = await mkdtemp(join(tmpdir(), 'vitrin-nginx-'));
  const port = await freePort();
  await mkdir(join(folder, 'files'));
  await mkdir(join(folder, 'temporary'));
  for (const [name, { status, body }] of Object.entries(responses)) {
    const file = status === 404 ? `${name}.body` : name;
    await writeFile(join(folder, 'files', file), body);
  }
  const file = join(folder, 'nginx.conf');
  await writeFile(file, configuration(port, responses));
  const [command, args] = onCore(tools, SERVER_CORE, tools.nginx, [
    '-p',
    `${folder}/`,
    '-c',
    file,
    '-e',
    join(folder, 'error.log'),
  ]);
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
  for (let attempt = 0; ; attempt += 1) {
    if (await connection.ask(requestText('/'))) break;
    if (attempt === 100 || child.exitCode !== null) {
      await end();
      throw new Error(`nginx did not start: ${output.trim()}`);
    }
    await pause(50);
  }
  connection.close();
  return { port, workerPid: childrenOf(child.pid ?? 0)[0] ?? null, end };
}
