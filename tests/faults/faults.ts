import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { DB } from '#server/db/types.ts';
import { errorBodySchema } from '#shared/common/errors.ts';
import { buildMessageInput } from '#tests/support/leads.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { type Place, startPlace } from './place.ts';

export type FaultSite = Pick<Place, 'port' | 'dataDir' | 'process' | 'stop'> & {
  db: Kysely<DB>;
  database: TestDatabase;
};

export function findAsset(html: string): string {
  const [path] = /\/assets\/[^"]+\.css/.exec(html) ?? [];
  if (path === undefined) throw new Error('the page names no style sheet');
  return path;
}

/** A site serves a moment before its background jobs run; what happens in between is part of starting. */
export function waitForJobs(db: Kysely<DB>): Promise<void> {
  return vi.waitFor(async () => {
    const { rows } = await sql`select 1 from periodic_jobs limit 1`.execute(db);
    expect(rows).toHaveLength(1);
  }, 10_000);
}

export async function makeJobDue(db: Kysely<DB>, name: string): Promise<void> {
  await sql`update periodic_jobs set due_at = now() - interval '1 day' where name = ${name}`.execute(
    db,
  );
}

export async function followTables(
  db: Kysely<DB>,
  sites: readonly Pick<Place, 'process'>[],
): Promise<void> {
  const versions = await db.selectFrom('tableVersions').select(['name', 'version']).execute();
  await Promise.all(sites.map(({ process }) => process.follow(versions)));
}

export function countJobRuns(output: string, name: string): number {
  return output.split(`"job":"${name}","msg":"a job has run"`).length - 1;
}

/** The built site on a database of its own; `reach` may put something between them. */
export async function startFaultSite(
  reach: (databaseUrl: string) => Promise<string> = (url) => Promise.resolve(url),
): Promise<FaultSite> {
  const database = await createTestDatabase();
  const environment = { DATABASE_URL: await reach(database.url), SAMPLE_CONTENT: 'on' };
  const { port, dataDir, process, ...place } = await startPlace(environment);
  async function stop(): Promise<void> {
    await place.stop();
    await database.destroy();
  }

  await waitForJobs(database.db).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { port, db: database.db, dataDir, database, process, stop };
}

export type SentResponse = {
  status: number;
  headers: Headers;
  body: string;
  ms: number;
};

/** What is written to the socket, one piece after the other; a number is a pause in milliseconds. */
type Piece = string | Uint8Array | number;

const RESPONSE_TIMEOUT_MS = 25_000;

function parseResponse(bytes: Buffer, ms: number): SentResponse {
  const end = bytes.indexOf('\r\n\r\n');
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0);
  let body: Buffer = bytes.subarray(end + 4);
  if (headers.get('transfer-encoding') === 'chunked') body = joinChunks(body);
  return { status, headers, body: body.toString(), ms };
}

function joinChunks(bytes: Buffer): Buffer {
  const chunks: Buffer[] = [];
  let rest = bytes;
  for (;;) {
    const line = rest.indexOf('\r\n');
    const size = Number.parseInt(rest.subarray(0, line).toString(), 16);
    if (line === -1 || !(size > 0)) return Buffer.concat(chunks);
    chunks.push(rest.subarray(line + 2, line + 2 + size));
    rest = rest.subarray(line + 4 + size);
  }
}

function isWhole(bytes: Buffer): boolean {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const head = bytes.subarray(0, end).toString('latin1').toLowerCase();
  // Of a response without a body, which the connection outlives.
  if (/^http\/1\.1 (?:204|304)/.test(head)) return true;
  const length = /\r\ncontent-length: *(\d+)/.exec(head)?.[1];
  if (length !== undefined) return bytes.length >= end + 4 + Number(length);
  return /\r\ntransfer-encoding: *chunked/.test(head) && bytes.includes('\r\n0\r\n\r\n', end);
}

async function write(socket: Socket, pieces: readonly Piece[]): Promise<void> {
  for (const piece of pieces) {
    if (socket.destroyed || socket.writableEnded) return;
    if (typeof piece === 'number') await new Promise((done) => setTimeout(done, piece));
    else if (!socket.write(piece)) {
      await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined);
    }
  }
}

/**
 * Sends bytes as they are and reads one response; a connection that ends without one counts as status 0. With `untilClosed`, waits
 * until the server has closed the connection.
 */
export async function sendRaw(
  port: number,
  pieces: readonly Piece[],
  { isHead = false, untilClosed = false }: { isHead?: boolean; untilClosed?: boolean } = {},
): Promise<SentResponse> {
  const started = performance.now();
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let bytes = Buffer.alloc(0);
  const finished = new Promise<void>((done) => {
    const timer = setTimeout(done, RESPONSE_TIMEOUT_MS);
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      // What an interim response says is not what this waits for.
      if (bytes.toString('latin1', 0, 12) === 'HTTP/1.1 100') {
        bytes = bytes.subarray(bytes.indexOf('\r\n\r\n') + 4);
      }
      if (untilClosed) return;
      if (isWhole(bytes) || (isHead && bytes.includes('\r\n\r\n'))) done();
    });
    socket.on('error', () => done());
    socket.on('end', () => done());
    socket.on('close', () => {
      clearTimeout(timer);
      done();
    });
  });
  await once(socket, 'connect');
  const writing = write(socket, pieces);
  await finished;
  socket.destroy();
  await writing;
  return parseResponse(bytes, performance.now() - started);
}

export type Sent = {
  method?: string;
  path: string;
  headers?: readonly Header[];
  body?: string | Uint8Array;
  /** Sends the body in chunks of this size, without a length. */
  chunkSize?: number;
};

/** Sends a request whose parts are not checked by any client. */
export function send(port: number, sent: Sent): Promise<SentResponse> {
  const { method = 'POST', path, headers = [], body, chunkSize } = sent;
  const bytes = body === undefined ? null : Buffer.from(body as string);
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...(names.has('host') ? [] : ['host: localhost']),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(bytes && !chunkSize && !names.has('content-length')
      ? [`content-length: ${bytes.length}`]
      : []),
    ...(chunkSize ? ['transfer-encoding: chunked'] : []),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  const isHead = method === 'HEAD';
  if (!bytes) return sendRaw(port, [head], { isHead });
  if (!chunkSize) return sendRaw(port, [head, bytes], { isHead });
  const pieces: Piece[] = [head];
  for (let start = 0; start < bytes.length; start += chunkSize) {
    const chunk = bytes.subarray(start, start + chunkSize);
    pieces.push(`${chunk.length.toString(16)}\r\n`, chunk, '\r\n');
  }
  return sendRaw(port, [...pieces, '0\r\n\r\n'], { isHead });
}

export type Part = { name: string; fileName?: string; value: string | Uint8Array };

export function settingsWith(copyright: string): object {
  return {
    header_logo_alt: 'Vitrin',
    header_logo_width: 38,
    header_logo_height: 50,
    footer_logo_alt: 'Vitrin',
    footer_logo_width: 38,
    footer_logo_height: 50,
    maintenance_message: 'Back soon.',
    copyright_text: copyright,
  };
}

/** The head of a request that announces what `send` would not. */
export function buildHead(path: string, ...headers: Header[]): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}\r\n`;
}

export const BOUNDARY = 'vitrin-frontier';
export const MULTIPART = ['content-type', `multipart/form-data; boundary=${BOUNDARY}`] as const;

/** A form as multipart, with names and values as given. */
export function multipart(parts: readonly Part[]): Buffer {
  return Buffer.concat([
    ...parts.flatMap(({ name, fileName, value }) => [
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"` +
          `${fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: application/octet-stream`}\r\n\r\n`,
      ),
      Buffer.from(value as string),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
}

export function get(port: number, path: string, headers: readonly Header[] = []) {
  return send(port, { method: 'GET', path, headers });
}

/** Reads an event stream; `text` is what has arrived. */
export function openStream(port: number, path: string, headers: Record<string, string> = {}) {
  const all = { host: 'localhost', ...headers };
  const asked = request({ host: '127.0.0.1', port, path, headers: all, agent: false });
  const stream = { text: '', close: () => void asked.destroy() };
  asked
    .on('error', () => undefined)
    .on('response', (response) => {
      response.on('error', () => undefined);
      response.on('data', (chunk: Buffer) => (stream.text += chunk.toString()));
    });
  asked.end();
  return stream;
}

export const JSON_TYPE = ['content-type', 'application/json'] as const;
const FORM_TYPE = ['content-type', 'application/x-www-form-urlencoded'] as const;

type Header = readonly [name: string, value: string];

/** Sends JSON with an idempotency key, as a form with scripts does. */
export function postJson(
  port: number,
  path: string,
  body: object,
  key: string = randomUUID(),
  headers: readonly Header[] = [],
): Promise<SentResponse> {
  const all = [JSON_TYPE, ['idempotency-key', key], ...headers] as const;
  return send(port, { path, headers: all, body: JSON.stringify(body) });
}

/** A message that no one has sent before. */
export function buildUniqueMessage(email = `${randomUUID()}@visitor.example`) {
  return buildMessageInput({ email, message: `What does it cost, ${randomUUID()}?` });
}

export function postMessage(port: number, input: object = buildUniqueMessage()) {
  return postJson(port, '/api/contact-messages', input);
}

/** Signs in through a trusted proxy that names this address. */
export function signIn(port: number, password: string, address: string): Promise<SentResponse> {
  const body = { action: 'login', username: 'admin', password };
  return postJson(port, '/api/admin-auth', body, randomUUID(), [['x-forwarded-for', address]]);
}

/** Sends a form as a browser without scripts does. */
export function postForm(port: number, path: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields).toString();
  return send(port, { path, headers: [FORM_TYPE], body });
}

export function uploadFile(
  port: number,
  key: string = randomUUID(),
  value: string | Uint8Array = '%PDF-1.7\n',
): Promise<SentResponse> {
  return send(port, {
    path: '/api/order-attachments',
    headers: [MULTIPART, ['idempotency-key', key]],
    body: multipart([{ name: 'file', fileName: 'plan.pdf', value }]),
  });
}

export async function readReadiness(port: number): Promise<number> {
  return (await get(port, '/readyz')).status;
}

/** A metric without labels, or with those in `name`. */
export async function readMetric(port: number, name: string): Promise<number> {
  const { body } = await get(port, '/metrics');
  const line = body.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? 0);
}

/** Asserts a rejection: one of 4xx, in the one error shape, saying nothing about the inside. */
export function expectRejection(response: SentResponse, status?: number): void {
  const shown = `${response.status} ${response.body.slice(0, 500)}`;
  if (status === undefined) {
    expect(response.status, shown).toBeGreaterThanOrEqual(400);
    expect(response.status, shown).toBeLessThan(500);
  } else expect(response.status, shown).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const body: unknown = JSON.parse(response.body);
  expect(errorBodySchema.strict().safeParse(body).error, shown).toBeUndefined();
  expectNoInside(response);
}

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' };

/** Escapes a text as React does. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (mark) => ENTITIES[mark as keyof typeof ENTITIES]);
}

/** Asserts that a response shows no stack, no path and no statement of the server. */
export function expectNoInside(response: SentResponse): void {
  // The hash in the name of a built file may contain anything.
  expect(response.body.replaceAll(/\/assets\/[\w.-]+/g, '')).not.toMatch(
    /\bat \S+ \(|node_modules|\.tsx?:\d|select "|insert into|ECONN|pg_/,
  );
}

/** Everything that an accepted form leaves behind. */
export async function countLeads({ db, dataDir }: Pick<FaultSite, 'db' | 'dataDir'>) {
  const { rows } = await sql<Record<'orders' | 'messages' | 'attachments', number>>`
    select (select count(*)::int from orders) as orders,
      (select count(*)::int from contact_messages) as messages,
      (select count(*)::int from order_attachments) as attachments
  `.execute(db);
  return { orders: 0, messages: 0, attachments: 0, ...rows[0], files: countFiles(dataDir) };
}

/** The stored and the half-received files below a data folder; mails become files there whenever they are delivered. */
function countFiles(dataDir: string): number {
  return readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter(
    (entry) =>
      entry.isFile() &&
      !/\/(?:media|outbox|secrets)\/|\/(?:installation|failed-submissions\.log)$/.test(
        join(entry.parentPath, entry.name),
      ),
  ).length;
}
