// Runs as its own process, so that it can be held to the core of the load.
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import { v7 as uuidV7 } from 'uuid';
import { buildMessageInput, buildOrderInput } from '../../tests/support/leads.ts';
import type { ClientResult, ClientTask } from './client-tasks.ts';
import {
  BROWSER_HEADERS,
  openConnection,
  requestBytes,
  requestText,
  type Connection,
} from './connection.ts';
import { visitorAddress } from './load.ts';
import { quantile } from './statistics.ts';

const FILE_BYTES = 100_000;

type Outcome = { status: number };
type Worker = { step: (index: number) => Promise<Outcome>; close: () => unknown };

const JSON_TYPE = { 'content-type': 'application/json' };

async function send(connection: Connection, request: Buffer | string) {
  const response = await connection.ask(request);
  return { status: response?.status ?? 0, body: response?.body };
}

/** Each message has its own text, key and sender, as people's messages do. */
async function sendMessage(connection: Connection, serial: number): Promise<Outcome> {
  const key = randomUUID();
  const input = buildMessageInput({
    email: `${key}@example.com`,
    message: `Could we meet on Tuesday to talk about an invoicing tool? Our number is ${key}.`,
  });
  const body = Buffer.from(JSON.stringify({ ...input, homepage: '', formAge: 42_000 }));
  const headers = { ...JSON_TYPE, 'idempotency-key': key, 'x-forwarded-for': addressOf(serial) };
  return send(connection, requestBytes('/api/contact-messages', headers, body));
}

const BOUNDARY = 'vitrin-bench-boundary';
const FILE_HEAD = Buffer.from(
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="plan.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.7\n`,
);
const FILE = randomBytes(FILE_BYTES - '%PDF-1.7\n'.length);
const FILE_END = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

async function sendOrder(connection: Connection, serial: number): Promise<Outcome> {
  const key = randomUUID();
  const shared = { 'idempotency-key': key, 'x-forwarded-for': addressOf(serial) };
  FILE.write(key, 100, 'latin1');
  const form = {
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    ...shared,
  };
  const stored = await send(
    connection,
    requestBytes('/api/order-attachments', form, Buffer.concat([FILE_HEAD, FILE, FILE_END])),
  );
  if (stored.status !== 201) return { status: stored.status };
  const { path } = JSON.parse(stored.body?.toString() ?? '') as { path: string };
  const input = buildOrderInput({
    email: `${key}@example.com`,
    projectDescription: `A dashboard that shows open shipments, unpaid invoices and late customers. Our number is ${key}.`,
  });
  const body = Buffer.from(
    JSON.stringify({ ...input, fileUrls: [path], homepage: '', formAge: 42_000 }),
  );
  return send(connection, requestBytes('/api/submit-order', { ...JSON_TYPE, ...shared }, body));
}

// Another network than that of the visitors of pages.
function addressOf(serial: number): string {
  return `172.${16 + ((serial >> 16) & 15)}.${(serial >> 8) & 255}.${serial & 255}`;
}

async function openDatabase(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

async function openWorker(task: ClientTask): Promise<Worker> {
  if (task.kind === 'insert') {
    const client = await openDatabase(task.url);
    return {
      async step(index) {
        const { name, email, message } = buildMessageInput();
        await client.query({
          name: 'insert',
          text: `insert into ${task.table} (id, idempotency_key, request_hash, name, email, message)
            values ($1, $2, $3, $4, $5, $6)`,
          values: [uuidV7(), randomUUID(), randomBytes(32), name, email, `${message} ${index}`],
        });
        return { status: 201 };
      },
      close: () => client.end(),
    };
  }
  if (task.kind === 'select') {
    const client = await openDatabase(task.url);
    return {
      async step() {
        const { rows } = await client.query({
          name: 'select',
          text: task.sql,
          values: task.parameters,
        });
        return { status: rows.length === task.rows ? 200 : 500 };
      },
      close: () => client.end(),
    };
  }
  const connection = openConnection(task.port);
  const close = () => connection.close();
  if (task.kind === 'pages') {
    return {
      async step(index) {
        const path = task.paths[index % task.paths.length] ?? '/';
        const visitor = visitorAddress(task.firstVisitor + Math.floor(index / 8));
        const headers = { ...BROWSER_HEADERS, 'x-forwarded-for': visitor };
        return send(connection, requestText(path, headers));
      },
      close,
    };
  }
  if (task.kind === 'call') {
    const request = requestText(task.path, task.headers);
    return { step: () => send(connection, request), close };
  }
  const step = task.kind === 'messages' ? sendMessage : sendOrder;
  return { step: (index) => step(connection, task.firstSender + index), close };
}

async function perform(task: ClientTask): Promise<ClientResult> {
  const workers = await Promise.all(
    Array.from({ length: task.connections }, () => openWorker(task)),
  );
  const statuses: Record<string, number> = {};
  const times: number[] = [];
  const max = task.count ?? Number.POSITIVE_INFINITY;
  let next = 0;
  const started = performance.now();
  const end = started + task.seconds * 1_000;
  await Promise.all(
    workers.map(async ({ step }) => {
      while (next < max && performance.now() < end) {
        const index = next;
        next += 1;
        const asked = performance.now();
        const { status } = await step(index);
        times.push(performance.now() - asked);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    }),
  );
  const seconds = (performance.now() - started) / 1_000;
  await Promise.all(workers.map(({ close }) => close()));
  return {
    statuses,
    done: times.length,
    perSecond: times.length / seconds,
    p99Ms: quantile(times, 0.99),
  };
}

const [message] = (await once(process, 'message')) as [ClientTask];
const result = await perform(message);
process.send?.(result, () => process.disconnect());
