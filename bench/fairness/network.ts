import { execFileSync, spawnSync } from 'node:child_process';

/** Networks of this machine only, while the bench runs; the flooding side may send from any address of its ranges. */
const SERVER_4 = '10.77.0.1';
const FLOOD_4 = '10.77.0.2';
const FLOOD_RANGE_4 = '10.78.0.0/16';
const SERVER_6 = 'fd00:77::1';
const FLOOD_6 = 'fd00:77::2';
const FLOOD_RANGE_6 = 'fd00:78::/32';

export const BLOCKED_ADDRESS = '198.51.100.66';

const NAMESPACE = 'vitrin-fairness';

export type FloodNetwork = {
  /** The command in front of a program that shall run on the flooding side. */
  prefix: string[];
  remove(): void;
};

function run(...[command = '', ...args]: string[]): void {
  execFileSync(command, args, { stdio: 'ignore' });
}

/**
 * A second host in a network namespace, so that a flood comes from addresses that are neither this machine's nor a proxy's. Null where
 * that is not possible: it takes Linux, root and iproute2.
 */
export function createFloodNetwork(): FloodNetwork | null {
  const remove = () => void spawnSync('ip', ['netns', 'del', NAMESPACE], { stdio: 'ignore' });
  const prefix = ['ip', 'netns', 'exec', NAMESPACE];
  const inside = (...args: string[]) => run('ip', '-n', NAMESPACE, ...args);
  remove();
  try {
    run('ip', 'netns', 'add', NAMESPACE);
    run('ip', ...'link add vitrin0 type veth peer name vitrin1 netns'.split(' '), NAMESPACE);
    run('ip', 'addr', 'add', `${SERVER_4}/24`, 'dev', 'vitrin0');
    run('ip', 'addr', 'add', `${SERVER_6}/64`, 'dev', 'vitrin0', 'nodad');
    run('ip', 'link', 'set', 'vitrin0', 'up');
    inside('addr', 'add', `${FLOOD_4}/24`, 'dev', 'vitrin1');
    inside('addr', 'add', `${FLOOD_6}/64`, 'dev', 'vitrin1', 'nodad');
    inside('link', 'set', 'vitrin1', 'up');
    inside('link', 'set', 'lo', 'up');
    inside('route', 'add', 'local', FLOOD_RANGE_4, 'dev', 'lo');
    inside('route', 'add', 'local', FLOOD_RANGE_6, 'dev', 'lo');
    run('ip', 'route', 'add', FLOOD_RANGE_4, 'via', FLOOD_4, 'dev', 'vitrin0');
    run('ip', 'route', 'add', FLOOD_RANGE_6, 'via', FLOOD_6, 'dev', 'vitrin0');
    run(...prefix, 'sh', '-c', 'echo 1 > /proc/sys/net/ipv6/ip_nonlocal_bind');
  } catch {
    remove();
    return null;
  }
  return { prefix, remove };
}

let serial = 0;

function countInHex(): string {
  serial += 1;
  return (serial & 0xff_ff).toString(16);
}

type Route = {
  host: string;
  address: (row: number) => string;
  /** Whether a trusted proxy's header names the address. */
  isForwarded: boolean;
};

const direct = (host: string, address: Route['address']) => ({ host, address, isForwarded: false });
const forwarded = (address: Route['address']) => ({
  host: '127.0.0.1',
  address,
  isForwarded: true,
});

export const ROUTES = {
  'one address': direct(SERVER_4, (row) => `10.78.${row}.1`),
  'an IPv6 /64': direct(SERVER_6, (row) => `fd00:78:${row}:1::${countInHex()}`),
  'an IPv6 /48': direct(SERVER_6, (row) => `fd00:78:${row}:${countInHex()}::1`),
  'a proxy': forwarded((row) => `203.0.113.${row}`),
  'a proxy, an IPv6 /64': forwarded((row) => `2001:db8:${row}:1::${countInHex()}`),
  'a blocked address': forwarded(() => BLOCKED_ADDRESS),
} satisfies Record<string, Route>;

export type RouteName = keyof typeof ROUTES;
