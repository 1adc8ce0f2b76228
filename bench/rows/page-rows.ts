import { setTimeout as pause } from 'node:timers/promises';
import {
  type SentResponse,
  BROWSER_HEADERS,
  openConnection,
  requestText,
} from '../lib/connection.ts';
import type { Bench, Measurement, Result } from '../lib/measurement.ts';
import type { BenchSite } from '../lib/site.ts';
import { median, quantile } from '../lib/statistics.ts';

const PATIENCE_MS = 5_000;
const SETTLING_MS = 50;
const POLL_MS = 1;

type Sample = { ms: number; requestId: string };

/** Asks without a pause while the change is made: the first response that differs was rendered for this request, or joined the rendering. */
async function timeFirstNew(
  ask: () => Promise<SentResponse | null>,
  before: Buffer,
  change: () => Promise<unknown>,
): Promise<Sample> {
  const changed = change();
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const started = performance.now();
    const response = await ask();
    const ms = performance.now() - started;
    if (response?.status !== 200) throw new Error(`home responded with ${response?.status}`);
    if (response.body.equals(before)) continue;
    await changed;
    const requestId = /^x-request-id: (\S+)/im.exec(response.head)?.[1] ?? '';
    return { ms, requestId };
  }
  throw new Error('a change did not come to the page');
}

async function readServerTimes(site: BenchSite): Promise<Map<string, number>> {
  const entries = (await site.readLog()).matchAll(/"requestId":"([^"]+)".*?"ms":([\d.]+)/g);
  return new Map([...entries].map(([, id = '', ms]) => [id, Number(ms)]));
}

async function measureColdHome(bench: Bench): Promise<Result[]> {
  // What a page takes falls by a fifth within its first thousand renderings: until then its code is still being compiled.
  const { runs, warmUp } = bench.settings.isQuick
    ? { runs: 20, warmUp: 20 }
    : { runs: 100, warmUp: 400 };
  const site = await bench.site();
  const { db } = await bench.database();
  const connection = openConnection(site.port);
  const ask = () => connection.ask(requestText('/', BROWSER_HEADERS));
  site.emptyLog();
  const samples: Sample[] = [];
  for (let run = -warmUp; run < runs; run += 1) {
    await pause(SETTLING_MS);
    // The cached form has other bytes than the first response.
    const before = Buffer.from((await ask())?.body ?? '');
    // Of the pages only home shows them, so that no other page is made again at the same time.
    const sample = await timeFirstNew(ask, before, () =>
      db
        .updateTable('testimonials')
        .set({ quote: `They answered each of our ${1_000 + run} questions.` })
        .execute(),
    );
    if (run >= 0) samples.push(sample);
  }
  connection.close();
  const serverTimes = await readServerTimes(site);
  const known = samples.flatMap(({ requestId, ms }) => {
    const serverMs = serverTimes.get(requestId);
    return serverMs === undefined ? [] : { serverMs, share: serverMs / ms };
  });
  const roundTrip = median(samples.map(({ ms }) => ms));
  if (known.length < samples.length / 2) {
    return [
      {
        measurement: roundTrip,
        note: 'the whole round trip: the log names no server time for these requests',
      },
    ];
  }
  const share = median(known.map((sample) => sample.share));
  return [
    {
      measurement: median(known.map(({ serverMs }) => serverMs)),
      note: `median of ${known.length}, as the application logs it: ${Math.round(share * 100)} % of the round trip, which took ${roundTrip.toFixed(2)} ms (p99 ${quantile(
        samples.map(({ ms }) => ms),
        0.99,
      ).toFixed(2)} ms)`,
    },
  ];
}

/** How long it takes from now until a page of a process shows a text. */
async function timeUntilShown(port: number, path: string, text: string): Promise<number> {
  const connection = openConnection(port);
  const started = performance.now();
  try {
    for (;;) {
      const response = await connection.ask(requestText(path));
      const elapsed = performance.now() - started;
      if (response?.body.includes(text)) return elapsed;
      if (elapsed > PATIENCE_MS) throw new Error(`a change did not come to ${path}`);
      await pause(POLL_MS);
    }
  } finally {
    connection.close();
  }
}

async function measureChanges(bench: Bench): Promise<Result[]> {
  const changes = bench.settings.isQuick ? 10 : 100;
  const sites = [await bench.site(), await bench.secondSite()];
  const { db } = await bench.database();
  const { slug } = await db
    .selectFrom('blogPosts')
    .select('slug')
    .where('isPublished', '=', true)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  const times: number[] = [];
  for (let change = 0; change < changes; change += 1) {
    const text = `Change ${change} of the bench`;
    const isSetting = change % 2 === 0;
    await (isSetting
      ? db.updateTable('siteSettings').set({ copyrightText: text }).execute()
      : db.updateTable('blogPosts').set({ title: text }).where('slug', '=', slug).execute());
    const path = isSetting ? '/' : `/blog/${slug}`;
    const shown = await Promise.all(sites.map(({ port }) => timeUntilShown(port, path, text)));
    times.push(Math.max(...shown));
    await pause(SETTLING_MS);
  }
  const note = `${changes} changes of a setting or a post title by SQL, from the commit until both processes show it`;
  return [{ measurement: quantile(times, 0.5) }, { measurement: quantile(times, 0.99), note }];
}

const CHANGE = { unit: 'ms', judged: 'figure', better: 'lower' } as const;

export const PAGE_ROWS: Measurement[] = [
  {
    name: 'cold',
    plans: [{ label: 'cold render of home, server time', ...CHANGE, must: 6, aim: 3 }],
    run: measureColdHome,
  },
  {
    name: 'change',
    plans: [
      { label: 'change to visible on two processes, p50', ...CHANGE, must: null, aim: null },
      { label: 'change to visible on two processes, p99', ...CHANGE, must: 1_000, aim: 100 },
    ],
    run: measureChanges,
  },
];
