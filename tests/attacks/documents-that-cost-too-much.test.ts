import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderMarkdown } from '#server/documents/markdown.ts';
import { rebuildSvg } from '#server/documents/svg.ts';
import { findZipProblem } from '#server/documents/zip-directory.ts';
import { createHttpServer } from '#server/http/listener.ts';
import { createTrafficGate } from '#server/http/guard/traffic-gate.ts';
import { BLOG_POST_LIMITS } from '#shared/blog-posts/values.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { ARCHIVES, buildImages, DRAWINGS, MARKDOWN, type Shape } from './hostile-documents.ts';

const MAX_GROWTH = 3;
// Below this, a collection of garbage weighs more than the document.
const FLOOR_MS = 500;
const MAX_COST_MS = 6_000;
const MAX_HOLD_MS = 50;

function cpuMs(since?: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since);
  return (user + system) / 1_000;
}

type Kind = { shapes: Record<string, Shape>; max: number; render: (document: never) => unknown };

const KINDS: Record<string, Kind> = {
  markdown: {
    shapes: MARKDOWN,
    max: BLOG_POST_LIMITS.content,
    render: (text: string) => renderMarkdown(text, 'policy'),
  },
  drawing: {
    shapes: DRAWINGS,
    max: 1024 * 1024,
    render: (text: string) => rebuildSvg(Buffer.from(text)),
  },
  archive: { shapes: ARCHIVES, max: 10 * 1024 * 1024, render: findZipProblem },
};

/** Processor time of this thread, and whether the document was accepted. */
function measure({ render }: Kind, document: string | Buffer) {
  const before = process.threadCpuUsage();
  let isAccepted = true;
  try {
    render(document as never);
  } catch {
    isAccepted = false;
  }
  return { isAccepted, cost: cpuMs(before) };
}

/** The least of up to three runs: what other processes do can only add. */
function leastCost(kind: Kind, document: string | Buffer): number {
  let least = Infinity;
  for (let run = 0; run < 3 && least > FLOOR_MS; run += 1) {
    least = Math.min(least, measure(kind, document).cost);
  }
  return least;
}

/** The costliest length of a shape: the longest that is accepted, or what is rejected only after work. */
function findWorst(kind: Kind, shape: Shape): { size: number; cost: number } {
  let worst = { size: 0, cost: -1 };
  for (let size = kind.max; size >= 200; size = Math.floor(size / 2)) {
    const { cost, isAccepted } = measure(kind, shape(size - 100));
    if (cost > worst.cost) worst = { size, cost };
    if (isAccepted) break;
  }
  return worst;
}

describe.each(Object.entries(KINDS))('the cost of a %s', (name, kind) => {
  it(
    'is bounded, and twice the length never costs more than three times as much',
    { timeout: 240_000 },
    () => {
      const table: { shape: string; size: number; cost: number }[] = [];
      const problems: string[] = [];
      for (const [label, shape] of Object.entries(kind.shapes)) {
        const { size, cost: first } = findWorst(kind, shape);
        const cost = first < FLOOR_MS ? first : leastCost(kind, shape(size - 100));
        table.push({ shape: label, size, cost });
        if (cost > MAX_COST_MS) problems.push(`${label}: ${cost.toFixed(0)} ms`);
        if (cost < FLOOR_MS) continue;
        const half = leastCost(kind, shape(Math.floor(size / 2) - 100));
        if (cost > MAX_GROWTH * half)
          problems.push(`${label}: ${half.toFixed(0)} to ${cost.toFixed(0)} ms`);
      }
      if (process.env.SHOW_COSTS) {
        for (const { shape, size, cost } of table.toSorted((a, b) => b.cost - a.cost).slice(0, 8)) {
          process.stdout.write(`| ${name} | ${shape} | ${size} | ${cost.toFixed(0)} ms |\n`);
        }
      }
      expect(problems).toEqual([]);
    },
  );
});

describe('the serving thread', () => {
  let site: TestApp;
  let server: Server;
  let token: string;
  let port: number;

  beforeAll(async () => {
    site = await createTestApp();
    ({ token } = await signInForTest(site.db));
    server = createHttpServer({
      fetch: (request, env) => site.app.fetch(request, env),
      sources: site.sources,
      gate: createTrafficGate({
        guard: site.guard,
        sources: site.sources,
        requestLog: { add: () => undefined },
      }),
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });

  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await site.close();
  });

  function post(path: string, body: string | FormData): Promise<Response> {
    return fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      body,
      headers: {
        'x-admin-session': token,
        'idempotency-key': crypto.randomUUID(),
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      },
    });
  }

  function fileOf(name: string, content: Buffer | string): FormData {
    const form = new FormData();
    form.append('file', new File([new Uint8Array(Buffer.from(content))], name));
    return form;
  }

  /** The most processor time of this thread between two of its turns: what others do to the machine does not count. */
  async function holdDuring(
    work: () => Promise<Response>,
  ): Promise<{ hold: number; status: number }> {
    let longest = 0;
    let last = process.threadCpuUsage();
    const timer = setInterval(() => {
      longest = Math.max(longest, cpuMs(last));
      last = process.threadCpuUsage();
    }, 1);
    const response = await work();
    await response.arrayBuffer();
    longest = Math.max(longest, cpuMs(last));
    clearInterval(timer);
    return { hold: longest, status: response.status };
  }

  const nested = `${'- '.repeat(20)}a\n${`${' '.repeat(38)}x\n`.repeat(2_500)}`;
  const text = (unit: string, length: number) =>
    JSON.stringify({ markdown: unit.repeat(length / unit.length) });

  it.each([
    ['delimiters that are rejected', '/api/admin/blog-posts/preview', text('*a_ ', 32_000), 422],
    ['delimiters that are accepted', '/api/admin/blog-posts/preview', text('*a_ ', 3_000), 200],
    ['nested lists', '/api/admin/blog-posts/preview', JSON.stringify({ markdown: nested }), 422],
    ['links', '/api/admin/site-settings/preview', text('www.a.b ', 48_000), 200],
  ])('is not held by %s', async (_, path, body, status) => {
    const runs = [];
    for (let run = 0; run < 3; run += 1) runs.push(await holdDuring(() => post(path, body)));
    expect(runs.map((run) => run.status)).toEqual([status, status, status]);
    expect(Math.min(...runs.map(({ hold }) => hold))).toBeLessThan(MAX_HOLD_MS);
  });

  it('is not held by drawings, images and archives', { timeout: 120_000 }, async () => {
    const drawing = DRAWINGS['declarations of a rule × elements']?.(98_000) ?? '';
    const names = ARCHIVES['long names of slashes']?.(9_000_000) ?? '';
    const files: [string, Buffer | string][] = [
      ['rules.svg', drawing],
      ['names.zip', names],
      ...Object.entries(await buildImages()),
    ];
    const held: string[] = [];
    for (const [name, content] of files) {
      const path = name.endsWith('.zip') ? '/api/order-attachments' : '/api/admin/uploads';
      const runs = [];
      for (let run = 0; run < 3; run += 1) {
        runs.push(await holdDuring(() => post(path, fileOf(name, content))));
        if ((runs.at(-1)?.hold ?? 0) < MAX_HOLD_MS) break;
      }
      const hold = Math.min(...runs.map((run) => run.hold));
      if (hold >= MAX_HOLD_MS) held.push(`${name}: ${hold.toFixed(0)} ms`);
      expect(
        runs.every((run) => run.status < 500),
        name,
      ).toBe(true);
    }
    expect(held).toEqual([]);
  });
});
