import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderMarkdown } from '#server/documents/markdown.ts';
import { rebuildSvg } from '#server/documents/svg.ts';
import { LIMITS } from '#server/core/limits.ts';
import { BLOG_POST_LIMITS } from '#shared/blog-posts/values.ts';
import { errorBodySchema } from '#shared/common/errors.ts';
import { ATTACHMENT_ACCEPT } from '#shared/orders/values.ts';
import { IMAGE_ACCEPT } from '#shared/uploads/values.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { MAX_GROWTH, MAX_HELD_MS, threadMs } from '#tests/support/hostile/cost.ts';
import { HOSTILE_STRINGS } from '#tests/support/hostile/hostile-strings.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import {
  ARCHIVES,
  buildImages,
  DRAWINGS,
  FILES,
  MARKDOWN,
  type Shape,
} from './hostile-documents.ts';
import { serveApp } from './served-app.ts';

// Below this, a collection of garbage weighs more than the document.
const FLOOR_MS = 500;
const MAX_COST_MS = 6_000;
/** Of one document, until its response. */
const MAX_SECONDS = LIMITS.documentTimeout / 1_000;

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
};

function measure({ render }: Kind, document: string | Buffer) {
  const before = process.threadCpuUsage();
  let isAccepted = true;
  try {
    render(document as never);
  } catch {
    isAccepted = false;
  }
  return { isAccepted, cost: threadMs(before) };
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
        console.log(name);
        console.table(table.toSorted((a, b) => b.cost - a.cost).slice(0, 8));
      }
      expect(problems).toEqual([]);
    },
  );
});

describe('the serving thread', () => {
  let token: string;
  let served: Awaited<ReturnType<typeof serveApp>>;

  beforeAll(async () => {
    const site = await createTestApp();
    ({ token } = await signInForTest(site.db));
    served = await serveApp(site);
  });
  afterAll(() => served.close());

  function post(path: string, body: string | FormData): Promise<Response> {
    return fetch(`http://127.0.0.1:${served.port}${path}`, {
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
  async function holdDuring(work: () => Promise<Response>) {
    let longest = 0;
    let last = process.threadCpuUsage();
    const timer = setInterval(() => {
      longest = Math.max(longest, threadMs(last));
      last = process.threadCpuUsage();
    }, 1);
    const response = await work();
    const body = await response.text();
    longest = Math.max(longest, threadMs(last));
    clearInterval(timer);
    return { hold: longest, status: response.status, body };
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
    expect(Math.min(...runs.map(({ hold }) => hold))).toBeLessThan(MAX_HELD_MS);
  });

  /** What is wrong with the response to a file, if anything: it holds the thread, comes late, or is not of one of the two shapes. */
  async function tryFile(path: string, name: string, content: Buffer | string) {
    const runs: Awaited<ReturnType<typeof holdDuring>>[] = [];
    const started = performance.now();
    do runs.push(await holdDuring(() => post(path, fileOf(name, content))));
    while (runs.length < 3 && Math.min(...runs.map((run) => run.hold)) >= MAX_HELD_MS);
    const seconds = (performance.now() - started) / 1_000 / runs.length;
    const hold = Math.min(...runs.map((run) => run.hold));
    const { status, body } = runs[0] ?? { status: 0, body: '' };
    const isClear = status < 400 || errorBodySchema.safeParse(JSON.parse(body)).success;
    const isRight = hold < MAX_HELD_MS && seconds < MAX_SECONDS && status < 500 && isClear;
    const label = name.slice(0, 30);
    return isRight
      ? []
      : [`${path} ${label}: ${hold.toFixed(0)} ms, ${seconds} s, ${status} ${body}`];
  }

  const PLACES = {
    '/api/admin/uploads': IMAGE_ACCEPT,
    '/api/order-attachments': ATTACHMENT_ACCEPT,
  };

  it('is not held by files of any kind that is accepted', { timeout: 240_000 }, async () => {
    const draw = (shapes: Record<string, Shape>, ending: string, bytes: number) =>
      Object.entries(shapes).map(([name, shape]) => [`${name}${ending}`, shape(bytes)] as const);
    const files: (readonly [string, Buffer | string])[] = [
      ...draw(DRAWINGS, '.svg', 1_000_000),
      ...draw(ARCHIVES, '.zip', 9_000_000),
      ...Object.entries({ ...FILES, ...(await buildImages()) }),
    ];
    const findings: string[] = [];
    for (const [path, accept] of Object.entries(PLACES)) {
      const endings = accept.split(',').filter((type) => type.startsWith('.'));
      for (const ending of endings) {
        const own = files.filter(([name]) => name.endsWith(ending));
        expect(own.length, ending).toBeGreaterThan(0);
        for (const [name, content] of own) findings.push(...(await tryFile(path, name, content)));
      }
    }
    expect(findings).toEqual([]);
  });

  it('is not held by the name of a file', { timeout: 120_000 }, async () => {
    const findings: string[] = [];
    for (const path of Object.keys(PLACES)) {
      for (const make of Object.values(HOSTILE_STRINGS)) {
        findings.push(...(await tryFile(path, `${make(2_000)}.png`, 'no image')));
      }
    }
    expect(findings).toEqual([]);
  });
});
