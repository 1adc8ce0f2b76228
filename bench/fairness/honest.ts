import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Asked,
  BROWSER_HEADERS,
  buildJsonPost,
  type Connection,
  openConnection,
} from '../lib/connection.ts';
import { buildMessage } from '../lib/enquiries.ts';
import { quantile } from '../lib/measurement.ts';

export const KINDS = ['page', 'lead', 'desk', 'sign-in'] as const;
export type Kind = (typeof KINDS)[number];

/** The 99th percentile of each kind of request in milliseconds, and the failures. */
export type Experience = { p99: Record<Kind, number>; failures: string[] };

const VISITORS = 20;
/** Each visitor reads these, then sends a message. */
const PAGES = ['/', '/pricing', '/blog', '/faq', '/order'];
const THINK_MS = 100;
const DESK_MS = 50;
const SIGN_IN_MS = 1_500;

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

  async function timed(kind: Kind, connection: Connection, asked: Asked, expected = 200) {
    const started = performance.now();
    const response = await connection.ask(asked);
    times[kind].push(performance.now() - started);
    if (response?.status !== expected) failures.push(`${kind} ${response?.status ?? 'cut off'}`);
  }

  async function repeat(
    gapMs: number,
    step: (connection: Connection, index: number) => Promise<unknown>,
  ): Promise<void> {
    const connection = openConnection(port);
    for (let index = 0; !isOver(); index += 1) {
      await step(connection, index);
      await pause(gapMs);
    }
    connection.close();
  }

  async function visit(): Promise<void> {
    await pause(Math.random() * THINK_MS);
    await repeat(THINK_MS, async (connection, page) => {
      if (page % PAGES.length === 0) people += 1;
      const from = { 'x-forwarded-for': `100.64.${(people >> 8) & 255}.${people & 255}` };
      const path = PAGES[page % PAGES.length] ?? '/';
      await timed('page', connection, { path, headers: { ...BROWSER_HEADERS, ...from } });
      if (path === PAGES.at(-1)) await timed('lead', connection, buildMessage(from), 201);
    });
  }

  const { username, password, token } = admin;
  const from = { 'x-forwarded-for': '100.127.0.1' };
  const list = {
    path: '/api/admin/orders?limit=25',
    headers: { ...from, 'x-admin-session': token },
  };
  const login = buildJsonPost('/api/admin-auth', from, { action: 'login', username, password });

  await Promise.all([
    ...Array.from({ length: VISITORS }, visit),
    repeat(DESK_MS, (connection) => timed('desk', connection, list)),
    repeat(SIGN_IN_MS, (connection) => timed('sign-in', connection, login)),
  ]);
  const p99 = Object.fromEntries(
    KINDS.map((kind) => [kind, quantile(times[kind], 0.99)]),
  ) as Record<Kind, number>;
  return { p99, failures };
}
