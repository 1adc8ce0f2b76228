import { setTimeout as pause } from 'node:timers/promises';
import { BROWSER_HEADERS, openConnection, type SentResponse } from '../lib/connection.ts';
import { findPostSlug } from '../lib/content.ts';
import {
  type Bench,
  type Measurement,
  median,
  quantile,
  type Result,
  waitUntil,
} from '../lib/measurement.ts';
import type { BenchSite } from '../lib/site.ts';

const PATIENCE_MS = 5_000;
const SETTLING_MS = 50;
const POLL_MS = 1;

type Sample = { ms: number; requestId: string };

/** Asks without a pause while the change is made: the first different response was rendered for this request, or joined the rendering. */
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
    return { ms, requestId: response.headers.get('x-request-id') ?? '' };
  }
  throw new Error('a change did not come to the page');
}

async function readServerTimes(site: BenchSite): Promise<Map<string, number>> {
  const entries = (await site.readLog()).matchAll(/"requestId":"([^"]+)".*?"ms":([\d.]+)/g);
  return new Map([...entries].map(([, id = '', ms]) => [id, Number(ms)]));
}

async function measureColdHome(bench: Bench): Promise<Result[]> {
  // V8 still compiles the page's code within its first thousand renderings, a fifth of their time.
  const [runs, warmUp] = bench.settings.isQuick ? [20, 20] : [100, 400];
  const site = await bench.site();
  const { db } = await bench.database();
  const connection = openConnection(site.port);
  const ask = () => connection.ask({ path: '/', headers: BROWSER_HEADERS });
  site.emptyLog();
  const samples: Sample[] = [];
  for (let run = -warmUp; run < runs; run += 1) {
    await pause(SETTLING_MS);
    // The cached form has other bytes than the first response.
    const before = Buffer.from((await ask())?.body ?? '');
    // Only home shows testimonials, so no other page is rendered at the same time.
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
  if (known.length < samples.length / 2) throw new Error('the log lacks the times of requests');
  const trips = samples.map(({ ms }) => ms);
  const share = Math.round(median(known.map((sample) => sample.share)) * 100);
  return [
    {
      measurement: median(known.map(({ serverMs }) => serverMs)),
      note: `median of ${known.length}, as the application logs it: ${share} % of the round trip, which took ${median(trips).toFixed(2)} ms (p99 ${quantile(trips, 0.99).toFixed(2)} ms)`,
    },
  ];
}

async function timeUntilShown(port: number, path: string, text: string): Promise<number> {
  const connection = openConnection(port);
  const started = performance.now();
  const isShown = async () => (await connection.ask({ path }))?.body.includes(text) === true;
  await waitUntil(`a change did not come to ${path}`, isShown, { everyMs: POLL_MS });
  connection.close();
  return performance.now() - started;
}

async function measureChanges(bench: Bench): Promise<Result[]> {
  const changes = bench.settings.isQuick ? 10 : 100;
  const sites = [await bench.site(), await bench.secondSite()];
  const { db } = await bench.database();
  const slug = await findPostSlug(db);
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

export const PAGE_ROWS: Measurement[] = [
  {
    name: 'cold',
    plans: [{ label: 'cold render of home, server time', unit: 'ms', must: 6, aim: 3 }],
    run: measureColdHome,
  },
  {
    name: 'change',
    plans: [
      { label: 'change to visible on two processes, p50', unit: 'ms' },
      { label: 'change to visible on two processes, p99', unit: 'ms', must: 1_000, aim: 100 },
    ],
    run: measureChanges,
  },
];
