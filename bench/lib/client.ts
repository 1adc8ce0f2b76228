// Also a program: the client is a process of its own, so that it can be pinned to the load's core.
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import { v7 as uuidV7 } from 'uuid';
import { buildMessageInput } from '../../tests/support/leads.ts';
import {
  type Asked,
  buildUpload,
  type Connection,
  type RequestHeaders,
  openConnection,
} from './connection.ts';
import { buildMessage, buildOrder } from './enquiries.ts';
import { buildVisitorAddress } from './load.ts';
import { LOAD_CORE, pinTo, type Tools } from './machine.ts';
import { quantile } from './measurement.ts';

type Work =
  | { kind: 'messages' | 'orders'; port: number; firstSender: number }
  /** Calls in turn; with `firstVisitor` as visitors who each make eight of them. */
  | { kind: 'call'; port: number; paths: string[]; headers: RequestHeaders; firstVisitor?: number }
  | { kind: 'insert'; url: string; table: string }
  | { kind: 'select'; url: string; sql: string; parameters: readonly unknown[]; rows: number };

/** Ends after `seconds`, or after `count` steps. Any other status than `expected` is a failure. */
export type ClientTask = Work & {
  connections: number;
  seconds: number;
  count?: number;
  expected?: number;
};

export type ClientResult = {
  done: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Number of responses by status; 0 is a connection that was closed instead. */
  statuses: Record<string, number>;
};

const FILE = randomBytes(100_000);

type Step = (index: number) => Promise<number>;
type Worker = { step: Step; close: () => unknown };

function buildSender(serial: number): RequestHeaders {
  const address = `172.${16 + ((serial >> 16) & 15)}.${(serial >> 8) & 255}.${serial & 255}`;
  return { 'x-forwarded-for': address };
}

async function sendOrder(connection: Connection, serial: number): Promise<number> {
  const sender = buildSender(serial);
  const key = randomUUID();
  FILE.write(key, 100, 'latin1');
  const stored = await connection.ask(buildUpload({ ...sender, 'idempotency-key': key }, FILE));
  if (stored?.status !== 201) return stored?.status ?? 0;
  const { path } = JSON.parse(stored.body.toString()) as { path: string };
  // The order must have the key of its files.
  const order = buildOrder({ ...sender, 'idempotency-key': key }, [path]);
  return (await connection.ask(order))?.status ?? 0;
}

function insertRow(client: pg.Client, table: string): Step {
  return async (index) => {
    const { name, email, message } = buildMessageInput();
    await client.query({
      name: 'insert',
      text: `insert into ${table} (id, idempotency_key, request_hash, name, email, message)
        values ($1, $2, $3, $4, $5, $6)`,
      values: [uuidV7(), randomUUID(), randomBytes(32), name, email, `${message} ${index}`],
    });
    return 201;
  };
}

async function openWorker(task: ClientTask): Promise<Worker> {
  if (task.kind === 'insert' || task.kind === 'select') {
    const client = new pg.Client({ connectionString: task.url });
    await client.connect();
    const close = () => client.end();
    if (task.kind === 'insert') return { step: insertRow(client, task.table), close };
    const query = { name: 'select', text: task.sql, values: [...task.parameters] };
    const select = async () => ((await client.query(query)).rows.length === task.rows ? 200 : 500);
    return { step: select, close };
  }
  const connection = openConnection(task.port);
  return { step: chooseStep(task, connection), close: () => connection.close() };
}

type Sending = Exclude<ClientTask, { url: string }>;

function chooseStep(task: Sending, connection: Connection): Step {
  const send = async (asked: Asked) => (await connection.ask(asked))?.status ?? 0;
  if (task.kind !== 'call') {
    const { kind, firstSender } = task;
    return (index) =>
      kind === 'orders'
        ? sendOrder(connection, firstSender + index)
        : send(buildMessage(buildSender(firstSender + index)));
  }
  const { paths, headers, firstVisitor } = task;
  return (index) => {
    const path = paths[index % paths.length] ?? '/';
    if (firstVisitor === undefined) return send({ path, headers });
    const visitor = buildVisitorAddress(firstVisitor + Math.floor(index / 8));
    return send({ path, headers: { ...headers, 'x-forwarded-for': visitor } });
  };
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
        const status = await step(index);
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
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
  };
}

export async function runClient(tools: Tools, task: ClientTask): Promise<ClientResult> {
  const [command, ...args] = [...pinTo(LOAD_CORE, tools), process.execPath, import.meta.filename];
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.send(task);
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`the client ended with ${code}`);
  });
  const [result] = (await Promise.race([once(child, 'message'), exited])) as [ClientResult];
  await exited.catch(() => undefined);
  const statuses = Object.keys(result.statuses).join();
  if (task.expected !== undefined && statuses !== String(task.expected)) {
    throw new Error(`responses were ${JSON.stringify(result.statuses)}`);
  }
  return result;
}

if (import.meta.main) {
  const [task] = (await once(process, 'message')) as [ClientTask];
  process.send?.(await perform(task), () => process.disconnect());
}
