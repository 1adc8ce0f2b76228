import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { buildMessageInput } from '../../tests/support/leads.ts';
import {
  BROWSER_HEADERS,
  type Connection,
  openConnection,
  requestBytes,
  requestText,
} from '../lib/connection.ts';
import { quantile } from '../lib/statistics.ts';

export const KINDS = ['page', 'lead', 'desk', 'sign-in'] as const;
export type Kind = (typeof KINDS)[number];

/** What one group of honest people met: the 99th percentile of each kind of request in milliseconds, and what failed. */
export type Experience = { p99: Record<Kind, number>; failures: string[] };

const VISITORS = 20;
const PAGES = ['/', '/pricing', '/blog', '/faq', '/order'];
const THINK_MS = 100;
/** A visitor reads this many pages for each message. */
const PAGES_A_MESSAGE = 5;
const DESK_MS = 50;
const SIGN_IN_MS = 1_500;
const JSON_TYPE = { 'content-type': 'application/json' };

type Options = {
  port: number;
  seconds: number;
  admin: { username: string; password: string; token: string };
};

let people = 0;

/** Twenty visitors read and write and one administrator works and signs in, each from their own address behind the proxy. */
export async function measureHonest({ port, seconds, admin }: Options): Promise<Experience> {
  const times: Record<Kind, number[]> = { page: [], lead: [], desk: [], 'sign-in': [] };
  const failures: string[] = [];
  const endsAt = performance.now() + seconds * 1_000;
  const isOver = () => performance.now() > endsAt;

  async function timed(
    kind: Kind,
    connection: Connection,
    request: string | Buffer,
    expected: number,
  ): Promise<void> {
    const started = performance.now();
    const response = await connection.ask(request);
    times[kind].push(performance.now() - started);
    if (response?.status !== expected) failures.push(`${kind} ${response?.status ?? 'cut off'}`);
  }

  async function visit(): Promise<void> {
    const connection = openConnection(port);
    await pause(Math.random() * THINK_MS);
    for (let page = 0; !isOver(); page += 1) {
      if (page % PAGES_A_MESSAGE === 0) people += 1;
      const from = { 'x-forwarded-for': `100.64.${(people >> 8) & 255}.${people & 255}` };
      const path = PAGES[page % PAGES.length] ?? '/';
      await timed('page', connection, requestText(path, { ...BROWSER_HEADERS, ...from }), 200);
      if (page % PAGES_A_MESSAGE === PAGES_A_MESSAGE - 1) {
        await timed('lead', connection, buildMessage(from), 201);
      }
      await pause(THINK_MS);
    }
    connection.close();
  }

  const from = { 'x-forwarded-for': '100.127.0.1' };

  async function work(): Promise<void> {
    const connection = openConnection(port);
    const headers = { ...from, 'x-admin-session': admin.token };
    while (!isOver()) {
      await timed('desk', connection, requestText('/api/admin/orders?limit=25', headers), 200);
      await pause(DESK_MS);
    }
    connection.close();
  }

  async function signIn(): Promise<void> {
    const connection = openConnection(port);
    const { username, password } = admin;
    const body = Buffer.from(JSON.stringify({ action: 'login', username, password }));
    while (!isOver()) {
      const request = requestBytes('/api/admin-auth', { ...JSON_TYPE, ...from }, body);
      await timed('sign-in', connection, request, 200);
      await pause(SIGN_IN_MS);
    }
    connection.close();
  }

  await Promise.all([...Array.from({ length: VISITORS }, visit), work(), signIn()]);
  const p99 = Object.fromEntries(
    KINDS.map((kind) => [kind, quantile(times[kind], 0.99)]),
  ) as Record<Kind, number>;
  return { p99, failures };
}

function buildMessage(from: Record<string, string>): Buffer {
  const key = randomUUID();
  const input = buildMessageInput({ message: `Could we meet on Tuesday? Our number is ${key}.` });
  return requestBytes(
    '/api/contact-messages',
    { ...JSON_TYPE, 'idempotency-key': key, ...from },
    Buffer.from(JSON.stringify({ ...input, homepage: '', formAge: 42_000 })),
  );
}
