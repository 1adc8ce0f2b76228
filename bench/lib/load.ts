import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LOAD_CORE, pinTo, type Tools } from './machine.ts';

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
  failed: number;
};

export const CONNECTIONS = 32;

/** Requests in a row by one visitor, as for a page with its files. */
const REQUESTS_IN_A_ROW = 8;
/** Enough that each stays below the guard's limits. */
const VISITORS = 200_000;
const MAX_PER_SECOND = 120_000;

export const BLOCKED_RANGE = '198.51.100.0/24';

export function buildBlockedAddress(number: number): string {
  return `198.51.100.${number % 256}`;
}

export function buildVisitorAddress(number: number): string {
  const host = number % VISITORS;
  return `10.${Math.floor(host / 65_536)}.${Math.floor(host / 256) % 256}.${host % 256}`;
}

let nextVisitor = 0;

/** Returns the first of a number of visitors who have not come for as long as possible. */
export function takeVisitors(count: number): number {
  const first = nextVisitor;
  nextVisitor = (nextVisitor + count) % VISITORS;
  return first;
}

function listAddresses({ from, seconds }: Load): string[] {
  if (from === 'blocked')
    return Array.from({ length: 256 }, (_, host) => buildBlockedAddress(host));
  const count = Math.min(VISITORS, Math.ceil((seconds * MAX_PER_SECOND) / REQUESTS_IN_A_ROW));
  const first = takeVisitors(count);
  return Array.from({ length: count }, (_, index) => buildVisitorAddress(first + index));
}

// A JSON string of ASCII characters is a Lua string too.
function buildScript(load: Load): string {
  const headers = Object.entries(load.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const before = `GET ${load.path} HTTP/1.1\r\nhost: localhost:${load.port}\r\n${headers.join('')}x-forwarded-for: `;
  return `local addresses = "${listAddresses(load).join(' ')}"
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

/** Sends as many requests as get a response, over 32 connections, from the load's core. */
export async function runLoad(tools: Tools, load: Load): Promise<LoadResult> {
  if (!tools.wrk) throw new Error('wrk missing');
  const folder = await mkdtemp(join(tmpdir(), 'vitrin-load-'));
  try {
    const script = join(folder, 'load.lua');
    await writeFile(script, buildScript(load));
    const [command, ...args] = [...pinTo(LOAD_CORE, tools), tools.wrk];
    const { stdout } = await promisify(execFile)(command, [
      ...args,
      '--threads=1',
      `--connections=${CONNECTIONS}`,
      `--duration=${load.seconds}s`,
      `--script=${script}`,
      '--latency',
      `http://127.0.0.1:${load.port}${load.path}`,
    ]);
    const [requests = 0, microseconds = 0, bytes = 0, rejected = 0, failed = 0, p99 = 0] =
      /^RESULT ([\d ]+)$/m.exec(stdout)?.[1]?.split(' ').map(Number) ?? [];
    if (requests === 0) throw new Error(`wrk got no response: ${stdout}`);
    const perSecond = (requests / microseconds) * 1e6;
    return { perSecond, p99Ms: p99 / 1_000, requests, bytes, rejected, failed };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
