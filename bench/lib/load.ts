import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOAD_CORE, onCore, type Tools } from './machine.ts';

export type Load = {
  port: number;
  path: string;
  headers: Record<string, string>;
  /** The addresses that the requests claim: many honest visitors, or a blocked network. */
  from: 'visitors' | 'blocked';
  seconds: number;
};

export type LoadResult = {
  perSecond: number;
  p99Ms: number;
  requests: number;
  bytes: number;
  /** Responses with a status of 400 or more. */
  rejected: number;
  /** Connections that failed. */
  failed: number;
};

export const CONNECTIONS = 32;

/** A visitor asks for this many things in a row, as a page with its files is. */
const REQUESTS_IN_A_ROW = 8;
/** So many that nobody asks more often than the guard allows anybody to. */
const VISITORS = 200_000;
const MAX_PER_SECOND = 120_000;
const BLOCKED_ADDRESSES = 256;

export const BLOCKED_RANGE = '198.51.100.0/24';

/** The address of a visitor by number; 10.0.0.0/8 is nobody's. */
export function visitorAddress(number: number): string {
  const host = number % VISITORS;
  return `10.${Math.floor(host / 65_536)}.${Math.floor(host / 256) % 256}.${host % 256}`;
}

let nextVisitor = 0;

/** Visitors who have not come for as long as possible. */
export function takeVisitors(count: number): number {
  const first = nextVisitor;
  nextVisitor = (nextVisitor + count) % VISITORS;
  return first;
}

function addressesOf({ from, seconds }: Load): string[] {
  if (from === 'blocked') {
    return Array.from({ length: BLOCKED_ADDRESSES }, (_, host) => `198.51.100.${host}`);
  }
  const count = Math.min(VISITORS, Math.ceil((seconds * MAX_PER_SECOND) / REQUESTS_IN_A_ROW));
  const first = takeVisitors(count);
  return Array.from({ length: count }, (_, index) => visitorAddress(first + index));
}

async function run(tools: Tools, program: string, args: string[]): Promise<string> {
  const [command, all] = onCore(tools, LOAD_CORE, program, args);
  const child = spawn(command, all, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let problems = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (problems += chunk.toString()));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program}: ${problems || output}`);
  return output;
}

// A Lua string takes what a JSON string of ASCII characters holds.
function wrkScript(load: Load, addresses: string[]): string {
  const headers = Object.entries(load.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const before = `GET ${load.path} HTTP/1.1\r\nhost: localhost:${load.port}\r\n${headers.join('')}x-forwarded-for: `;
  return `local addresses = "${addresses.join(' ')}"
local requests = {}
local count = 0
local size = 0
function init()
  for address in addresses:gmatch("%S+") do
    requests[size] = ${JSON.stringify(before)} .. address .. "\\r\\n\\r\\n"
    size = size + 1
  end
end
function request()
  local text = requests[math.floor(count / ${REQUESTS_IN_A_ROW}) % size]
  count = count + 1
  return text
end
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format("RESULT %d %d %d %d %d %d\\n", summary.requests, summary.duration, summary.bytes,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout, latency:percentile(99)))
end
`;
}

async function runWrk(tools: Tools, wrk: string, load: Load, folder: string): Promise<LoadResult> {
  const script = join(folder, 'load.lua');
  await writeFile(script, wrkScript(load, addressesOf(load)));
  const output = await run(tools, wrk, [
    '--threads=1',
    `--connections=${CONNECTIONS}`,
    `--duration=${load.seconds}s`,
    `--script=${script}`,
    '--latency',
    `http://127.0.0.1:${load.port}${load.path}`,
  ]);
  const [requests = 0, microseconds = 0, bytes = 0, rejected = 0, failed = 0, p99 = 0] =
    /^RESULT ([\d ]+)$/m.exec(output)?.[1]?.split(' ').map(Number) ?? [];
  if (requests === 0) throw new Error(`wrk got no response: ${output}`);
  return {
    perSecond: (requests / microseconds) * 1e6,
    p99Ms: p99 / 1_000,
    requests,
    bytes,
    rejected,
    failed,
  };
}

type AutocannonReport = {
  duration: number;
  errors: number;
  requests: { total: number };
  throughput: { total: number };
  latency: { p99: number };
  '4xx': number;
  '5xx': number;
};

async function runAutocannon(
  tools: Tools,
  autocannon: string,
  load: Load,
  folder: string,
): Promise<LoadResult> {
  const url = `http://127.0.0.1:${load.port}${load.path}`;
  const headers = Object.entries(load.headers).map(([name, value]) => ({ name, value }));
  // It takes requests that differ from a HAR file only; fewer of them, because each connection keeps all.
  const entries = addressesOf(load)
    .slice(0, 2_000)
    .map((value) => ({
      request: { method: 'GET', url, headers: [...headers, { name: 'x-forwarded-for', value }] },
    }));
  const har = join(folder, 'load.har');
  await writeFile(har, JSON.stringify({ log: { entries } }));
  const output = await run(tools, autocannon, [
    '--json',
    `--connections=${CONNECTIONS}`,
    `--duration=${load.seconds}`,
    `--har=${har}`,
    url,
  ]);
  const report = JSON.parse(output) as AutocannonReport;
  return {
    perSecond: report.requests.total / report.duration,
    p99Ms: report.latency.p99,
    requests: report.requests.total,
    bytes: report.throughput.total,
    rejected: report['4xx'] + report['5xx'],
    failed: report.errors,
  };
}

/** Sends as many requests as get a response, over 32 connections, from the core of the load. */
export async function runLoad(tools: Tools, load: Load): Promise<LoadResult> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrin-load-'));
  try {
    if (tools.wrk) return await runWrk(tools, tools.wrk, load, folder);
    if (tools.autocannon) return await runAutocannon(tools, tools.autocannon, load, folder);
    throw new Error('wrk and autocannon missing');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
