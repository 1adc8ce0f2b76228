import { runClient } from '../lib/client.ts';
import { fillLeads } from '../lib/fill-leads.ts';
import { type FilledSite, openFilled } from '../lib/filled.ts';
import {
  type Bench,
  type Measurement,
  type Result,
  summarize,
  takeTurns,
} from '../lib/measurement.ts';

const MAX_RATIO = 2;
const MAX_SECONDS = 10;
const RECORDS = 200;

type Screen = 'orders' | 'messages';
type Call = { label: string; isList: boolean; list: (site: FilledSite) => Promise<string[]> };

const SCREENS: readonly Screen[] = ['orders', 'messages'];

async function listDetails({ db }: FilledSite, screen: Screen): Promise<string[]> {
  const table = screen === 'orders' ? 'orders' : 'contactMessages';
  const rows = await db.selectFrom(table).select('id').orderBy('id').limit(RECORDS).execute();
  return rows.map(({ id }) => `${screen}/${id}`);
}

async function listSecondPage(site: FilledSite, screen: Screen): Promise<string[]> {
  const { next_cursor: cursor } = (await (await site.fetch(screen)).json()) as {
    next_cursor: string;
  };
  return [`${screen}?cursor=${cursor}`];
}

function listCalls(screen: Screen): Call[] {
  const sort = screen === 'orders' ? 'full_name' : 'name';
  const status = screen === 'orders' ? 'pending' : 'new';
  const define = (isList: boolean, name: string, query: string): Call => ({
    label: `${screen}: ${name}`,
    isList,
    list: () => Promise.resolve([`${screen}${query}`]),
  });
  return [
    define(true, 'first page', ''),
    { ...define(true, 'second page', ''), list: (site) => listSecondPage(site, screen) },
    define(true, 'by name', `?sort=${sort}`),
    define(true, 'one status', `?status=${status}`),
    define(true, 'suspect only', '?suspect=1'),
    define(false, 'search, rare word', '?search=ZEPL%C4%B0N'),
    define(false, 'search, frequent word', '?search=invoice'),
    define(false, 'search, word of old rows', '?search=karavan'),
    define(false, 'search, no such word', '?search=xylophone'),
    define(false, 'search, two letters', '?search=qx'),
    define(false, 'count of all', '/count'),
    define(false, 'count of a status', `/count?status=${status}`),
    define(false, 'count, rare word', '/count?search=zeplin'),
    define(false, 'count, frequent word', '/count?search=invoice'),
    { ...define(false, 'detail', ''), list: (site) => listDetails(site, screen) },
  ];
}

const CALLS = SCREENS.flatMap(listCalls);

async function measureCall(
  { tools, settings }: Bench,
  [small, large]: readonly [FilledSite, FilledSite],
  { isList, list }: Call,
): Promise<Result> {
  const count = settings.isQuick ? 10 : 300;
  let failed = 0;
  const ask = async (site: FilledSite) => {
    const task = {
      ...site.call(...(await list(site))),
      connections: 1,
      seconds: MAX_SECONDS,
      count,
    };
    const result = await runClient(tools, task);
    failed += result.done - (result.statuses[200] ?? 0);
    return result;
  };
  for (const site of [small, large]) await ask(site);
  const turns = await takeTurns(
    isList ? settings.databaseRounds : 1,
    () => ask(large),
    () => ask(small),
  );
  const p50 = summarize(turns, ({ p50Ms }) => p50Ms);
  const note = `p50 ${p50.measurement.toFixed(1)} ms, reference ${p50.reference?.toFixed(1)} ms; ${failed} failed`;
  const result = summarize(turns, ({ p99Ms }) => p99Ms, note);
  return failed > 0 ? { ...result, ratio: Number.POSITIVE_INFINITY } : result;
}

async function measureExport(site: FilledSite, screen: Screen): Promise<Result> {
  const started = performance.now();
  const response = await site.fetch(`${screen}/export.csv`);
  let bytes = 0;
  for await (const part of response.body ?? []) bytes += part.length;
  const seconds = (performance.now() - started) / 1_000;
  const note = `${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s`;
  return { measurement: bytes / 1e6 / seconds, note };
}

async function measure(bench: Bench): Promise<Result[]> {
  const open = (rows: number) => openFilled(bench, `admin_${rows}`, (db) => fillLeads(db, rows));
  const small = await open(1_000);
  const large = await open(bench.settings.isQuick ? 20_000 : 1_000_000);
  const results: Result[] = [];
  for (const call of CALLS) results.push(await measureCall(bench, [small, large], call));
  for (const screen of SCREENS) results.push(await measureExport(large, screen));
  return results;
}

export const ADMIN_ROWS: Measurement[] = [
  {
    name: 'admin',
    isExtra: true,
    plans: [
      ...CALLS.map(({ label, isList }) => ({
        label: `${label}, p99 at 1,000,000 against 1,000`,
        unit: 'ms' as const,
        isRatio: true,
        ...(isList && { must: MAX_RATIO }),
      })),
      ...SCREENS.map((screen) => ({ label: `${screen}: whole export`, unit: 'MB/s' as const })),
    ],
    run: measure,
  },
];
