import { describe, expect, it } from 'vitest';
import type { ProtectionMode } from '#shared/traffic-protection/values.ts';
import { createGuard, type Guard, type Verdict } from './guard.ts';
import { compileRules, type RuleRow } from './rules.ts';
import { createSourceReader, type Source } from './source.ts';
import type { ThreatEvent } from './threat-events.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const { sourceOf } = createSourceReader(['10.0.0.1']);
const VISITOR = sourceOf('203.0.113.9');

function setUp(mode: ProtectionMode = 'on') {
  const clock = { monotonic: 0, wall: Date.UTC(2026, 2, 2, 9) };
  const events: ThreatEvent[] = [];
  const blocks: { id: string; source: Source }[] = [];
  const guard = createGuard({
    mode,
    onEvent: (event) => events.push(event),
    onBlock: (block) => blocks.push(block),
    monotonicNow: () => clock.monotonic,
    now: () => new Date(clock.wall),
    maxBytes: 4_000_000,
  });
  const pass = (ms: number) => {
    clock.monotonic += ms;
    clock.wall += ms;
  };
  return { guard, clock, events, blocks, pass };
}

function rule(
  ipAddress: string,
  ruleType: RuleRow['ruleType'] = 'blacklist',
  expiresAt: Date | null = null,
): RuleRow {
  return { id: `rule ${ipAddress} ${ruleType}`, ipAddress, ruleType, reason: 'Test', expiresAt };
}

function accuse(guard: Guard, source: Source): void {
  guard.record(source, 'probe', 6);
  guard.record(source, 'body', 7);
}

function blockByScore({ guard, pass }: ReturnType<typeof setUp>, source = VISITOR): void {
  accuse(guard, source);
  pass(5_000);
  guard.admit(source, 'page');
}

function actionOf(guard: Guard, source = VISITOR) {
  return guard.admit(source, 'page').action;
}

function countAdmitted(requests: number, admit: (serial: number) => Verdict): number {
  const verdicts = Array.from({ length: requests }, (_, serial) => admit(serial));
  return verdicts.filter(({ action }) => action === 'admit').length;
}

describe('rules', () => {
  it('block, with the rule for the page that says so', () => {
    const { guard } = setUp();
    guard.setRules(compileRules([rule('203.0.113.0/24')]));
    expect(guard.admit(VISITOR, 'page')).toMatchObject({
      action: 'block',
      rule: { id: 'rule 203.0.113.0/24 blacklist', reason: 'Test' },
    });
    expect(actionOf(guard, sourceOf('203.0.114.9'))).toBe('admit');
  });

  it('let the most specific one win, and allowing win over everything else', () => {
    const { guard, blocks, pass } = setUp();
    guard.setRules(compileRules([rule('203.0.113.0/24'), rule('203.0.113.9', 'whitelist')]));
    for (let index = 0; index < 2_000; index += 1) expect(actionOf(guard)).toBe('admit');
    accuse(guard, VISITOR);
    pass(6_000);
    expect(actionOf(guard)).toBe('admit');
    expect(guard.scoreOf(VISITOR)).toBe(0);
    expect(blocks).toHaveLength(0);
    guard.setRules(compileRules([rule('203.0.113.9', 'whitelist'), rule('203.0.113.9')]));
    expect(actionOf(guard)).toBe('admit');
  });

  it('make a suspicious address wait earlier', () => {
    const { guard } = setUp();
    guard.setRules(compileRules([rule('203.0.113.9', 'suspicious')]));
    expect(countAdmitted(20, () => guard.admit(VISITOR, 'page'))).toBe(20);
    expect(actionOf(guard)).toBe('limit');
    expect(actionOf(guard, sourceOf('203.0.113.10'))).toBe('admit');
  });
});

describe('the score', () => {
  it('blocks after five seconds of 70 or more, from two kinds of evidence, for ten minutes', () => {
    const { guard, events, blocks, pass } = setUp();
    accuse(guard, VISITOR);
    expect(actionOf(guard)).toBe('admit');
    pass(4_900);
    expect(actionOf(guard)).toBe('admit');
    expect(blocks).toHaveLength(0);
    pass(100);
    guard.admit(VISITOR, 'page');
    expect(blocks).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ type: 'ddos_block', address: '203.0.113.9' });
    expect(events.at(-1)?.reasons.map(({ signal }) => signal)).toEqual(['probe', 'body']);
    expect(actionOf(guard)).toBe('block');
    pass(10 * MINUTE_MS - 1);
    expect(actionOf(guard)).toBe('block');
    pass(1);
    expect(actionOf(guard)).not.toBe('block');
  });

  it('blocks the whole /64 of IPv6 and nobody else, until an administrator signs in there', () => {
    const test = setUp();
    const [network, neighbour] = ['2001:db8:1:2::/64', sourceOf('2001:db8:1:2:9::9')];
    blockByScore(test, sourceOf('2001:db8:1:2::1'));
    expect(test.blocks[0]?.source.aggregationKey).toBe(network);
    expect(actionOf(test.guard, neighbour)).toBe('block');
    expect(actionOf(test.guard, sourceOf('2001:db8:1:3::1'))).toBe('admit');
    test.guard.seeAdmins([{ aggregationKey: network, seenAtMs: test.clock.monotonic }]);
    expect(actionOf(test.guard, neighbour)).toBe('admit');
  });

  it('never blocks for one kind of evidence, however much', () => {
    const { guard, blocks, pass } = setUp();
    for (let second = 0; second < 60; second += 1) {
      guard.record(VISITOR, 'probe', 100);
      pass(1_000);
      expect(actionOf(guard)).toBe('admit');
    }
    expect(guard.scoreOf(VISITOR)).toBe(60);
    expect(blocks).toHaveLength(0);
  });

  it('starts the five seconds anew when the score has sunk in between', () => {
    const { guard, blocks, pass } = setUp();
    accuse(guard, VISITOR);
    pass(60 * MINUTE_MS);
    expect(guard.admit(VISITOR, 'page').action).toBe('admit');
    expect(guard.scoreOf(VISITOR)).toBeLessThan(70);
    accuse(guard, VISITOR);
    guard.admit(VISITOR, 'page');
    expect(blocks).toHaveLength(0);
  });

  it('never blocks or limits an address from which an administrator works', () => {
    const test = setUp();
    const { guard, blocks, events, pass } = test;
    const countPages = () => countAdmitted(500, () => guard.admit(VISITOR, 'page'));
    guard.observe(VISITOR, { method: 'GET', path: '/api', status: 200, isAdmin: true });
    blockByScore(test);
    expect(countPages()).toBe(500);
    expect(blocks).toHaveLength(0);
    expect(events.map(({ type }) => type)).toContain('high_threat');
    // Limited like others half an hour later, and blocked a day later.
    pass(31 * MINUTE_MS);
    blockByScore(test);
    expect(countPages()).toBeLessThan(500);
    expect(blocks).toHaveLength(0);
    pass(DAY_MS);
    blockByScore(test);
    expect(blocks).toHaveLength(1);
  });

  it('and rules never block or limit this machine, a trusted proxy or who has no address', () => {
    const test = setUp();
    test.guard.setRules(compileRules([rule('0.0.0.0/0'), rule('::/0')]));
    for (const text of ['127.0.0.1', '::1', '10.0.0.1', '']) {
      blockByScore(test, sourceOf(text));
      for (let index = 0; index < 500; index += 1) {
        expect(actionOf(test.guard, sourceOf(text)), text).toBe('admit');
      }
    }
    expect(actionOf(test.guard, sourceOf('2001:db8::1'))).toBe('block');
    expect(test.blocks).toHaveLength(0);
  });

  it('is not judged again while the block lasts', () => {
    const test = setUp();
    blockByScore(test);
    test.pass(60_000);
    blockByScore(test);
    test.guard.record(VISITOR, 'malformed', 50);
    expect(test.blocks).toHaveLength(1);
    test.guard.setRules(compileRules([rule('203.0.113.10')]));
    blockByScore(test, sourceOf('203.0.113.10'));
    expect(test.blocks).toHaveLength(1);
  });
});

describe('limits', { timeout: 30_000 }, () => {
  it('let files through ten times as often as pages, and say truly when the next form will pass', () => {
    const { guard, pass } = setUp();
    expect(countAdmitted(3_300, () => guard.admit(sourceOf('203.0.113.10'), 'file'))).toBe(3_000);
    expect(countAdmitted(30, () => guard.admit(VISITOR, 'form'))).toBe(30);
    const verdict = guard.admit(VISITOR, 'form');
    if (verdict.action !== 'limit') throw new Error('not limited');
    expect(verdict.retryAfterMs).toBeGreaterThan(10_000);
    pass(verdict.retryAfterMs - 1_000);
    expect(guard.admit(VISITOR, 'form').action).toBe('limit');
    pass(1_010);
    expect(guard.admit(VISITOR, 'form').action).toBe('admit');
  });

  it('get no tighter for others because of one flood', () => {
    const { guard, blocks, pass } = setUp();
    const flood = sourceOf('198.51.100.66');
    guard.record(VISITOR, 'rate', 550);
    for (let step = 0; blocks.length === 0; step += 1) {
      for (let index = 0; index < 200; index += 1) guard.admit(flood, 'page');
      expect(guard.scoreOf(VISITOR)).toBe(0);
      expect(step).toBeLessThan(1_000);
      pass(10);
    }
  });

  it('get tighter for all when all together send too much, for each at most tenfold', () => {
    const { guard, pass } = setUp();
    const crowd = Array.from({ length: 1_250 }, (_, index) =>
      sourceOf(`172.20.${index >> 8}.${index & 255}`),
    );
    for (let second = 0; second < 12; second += 1) {
      for (const source of crowd)
        for (let index = 0; index < 16; index += 1) guard.admit(source, 'page');
      for (let index = 0; index < 2; index += 1) guard.admit(VISITOR, 'page');
      pass(1_000);
    }
    expect(guard.scoreOf(crowd[0] ?? VISITOR)).toBeGreaterThanOrEqual(40);
    expect(guard.scoreOf(VISITOR)).toBe(0);
  });
});

const inside = (serial: number) => sourceOf(`2001:db8:1:${serial.toString(16)}::1`);

it('an IPv6 /48 has a limit as a whole, which is nobody else’s and gives its /64s no points', () => {
  const { guard } = setUp();
  expect(countAdmitted(4_000, (serial) => guard.admit(inside(serial), 'page'))).toBe(3_000);
  expect(actionOf(guard, sourceOf('2001:db8:2::1'))).toBe('admit');
  expect(guard.scoreOf(inside(3_999))).toBe(0);
  const other = setUp();
  // No more forms than ten addresses.
  expect(countAdmitted(400, (serial) => other.guard.admit(inside(serial), 'form'))).toBe(300);
});

describe('signing in', () => {
  it('is slowed and not blocked while an automatic block lasts', () => {
    const test = setUp();
    blockByScore(test);
    expect(actionOf(test.guard)).toBe('block');
    // With the page before the block that is 20.
    expect(countAdmitted(60, () => test.guard.admit(VISITOR, 'sign-in'))).toBe(19);
    expect(test.guard.admit(VISITOR, 'sign-in').action).toBe('limit');
    // The same once the block is a rule that all processes have.
    test.guard.setRules(compileRules([{ ...rule('203.0.113.9'), isAutomatic: true }]));
    const inForce = { id: 'rule', endsAtMs: Infinity };
    test.guard.blocks.followRules(1, new Map([['203.0.113.9', inForce]]));
    test.pass(60_000);
    expect(test.guard.admit(VISITOR, 'sign-in').action).toBe('admit');
    expect(test.guard.admit(VISITOR, 'sign-in-file').action).toBe('admit');
    expect(test.guard.admit(VISITOR, 'file').action).toBe('block');
  });

  it('takes no more tries of a source than forms, unless it has signed in within 24 hours', () => {
    const test = setUp();
    const countTries = () => countAdmitted(100, () => test.guard.admit(VISITOR, 'sign-in-form'));
    expect(countTries()).toBe(30);
    test.pass(DAY_MS);
    test.guard.observe(VISITOR, { method: 'POST', path: '/api', status: 200, isAdmin: true });
    test.pass(DAY_MS - MINUTE_MS);
    expect(countTries()).toBe(100);
  });

  it('keeps an address free of automatic blocks for 24 hours, and of no others', () => {
    const test = setUp();
    test.guard.setRules(compileRules([{ ...rule('203.0.113.9'), isAutomatic: true }]));
    expect(actionOf(test.guard)).toBe('block');
    test.guard.observe(VISITOR, { method: 'POST', path: '/api', status: 200, isAdmin: true });
    expect(actionOf(test.guard)).toBe('admit');
    test.pass(DAY_MS - MINUTE_MS);
    blockByScore(test);
    expect(test.blocks).toHaveLength(0);
    expect(actionOf(test.guard)).not.toBe('block');
    test.pass(MINUTE_MS);
    expect(actionOf(test.guard)).toBe('block');
    const { aggregationKey } = VISITOR;
    test.guard.seeAdmins([{ aggregationKey, seenAtMs: test.clock.monotonic }]);
    expect(actionOf(test.guard)).not.toBe('block');
    // A rule of an administrator blocks signing in as well.
    test.guard.setRules(compileRules([rule('203.0.113.9')]));
    for (const routeClass of ['page', 'sign-in', 'sign-in-file', 'sign-in-form'] as const) {
      expect(test.guard.admit(VISITOR, routeClass).action).toBe('block');
    }
  });
});

describe('visitors behind a proxy that nobody has configured', () => {
  const attached = (address: string) => createSourceReader([]).read('127.0.0.1', address);

  it('are limited one by one and all together, and never blocked', () => {
    const test = setUp();
    const one = attached('198.51.100.1');
    expect(countAdmitted(400, () => test.guard.admit(one, 'page'))).toBe(300);
    const others = (serial: number) => attached(`198.18.${serial >> 8}.${serial & 255}`);
    expect(countAdmitted(4_000, (serial) => test.guard.admit(others(serial), 'page'))).toBe(2_700);
    test.pass(MINUTE_MS);
    blockByScore(test, one);
    expect(test.blocks).toHaveLength(0);
    expect(actionOf(test.guard, one)).toBe('admit');
  });

  it('win nothing by claiming the address of somebody whom a rule or a session favours', () => {
    const { guard } = setUp();
    guard.setRules(compileRules([rule('203.0.113.9', 'whitelist')]));
    guard.seeAdmins([{ aggregationKey: '203.0.113.9', seenAtMs: 0 }]);
    expect(countAdmitted(400, () => guard.admit(attached('203.0.113.9'), 'page'))).toBe(300);
  });
});

describe('modes', () => {
  it('off lets everything through and counts nothing', () => {
    const test = setUp('off');
    test.guard.setRules(compileRules([rule('203.0.113.9')]));
    blockByScore(test);
    for (let index = 0; index < 1_000; index += 1) expect(actionOf(test.guard)).toBe('admit');
    expect(test.guard.scoreOf(VISITOR)).toBe(0);
    expect(test.events).toHaveLength(0);
  });

  it('simulate refuses nothing and says what it would have blocked, once while the block would last', () => {
    const test = setUp('simulate');
    blockByScore(test);
    for (let index = 0; index < 600; index += 1) {
      accuse(test.guard, VISITOR);
      expect(actionOf(test.guard)).toBe('admit');
      test.pass(900);
    }
    const simulated = () => test.events.filter(({ type }) => type === 'simulated_block').length;
    expect(simulated()).toBe(1);
    for (let index = 0; index < 100; index += 1) {
      accuse(test.guard, VISITOR);
      test.pass(1_000);
    }
    expect(simulated()).toBe(2);
    expect(test.blocks).toHaveLength(0);
    const ruled = setUp('simulate');
    ruled.guard.setRules(compileRules([rule('203.0.113.9')]));
    for (let index = 0; index < 10; index += 1) expect(actionOf(ruled.guard)).toBe('admit');
    const event = [expect.objectContaining({ type: 'simulated_block', score: 0 })];
    expect(ruled.events).toEqual(event);
  });
});

it('forgive frees an address and forgets what led to the block', () => {
  const test = setUp();
  blockByScore(test);
  test.guard.forgive('203.0.113.9');
  expect(actionOf(test.guard)).toBe('admit');
  expect(test.guard.scoreOf(VISITOR)).toBe(0);
  const six = sourceOf('2001:db8:1:2::1');
  blockByScore(test, six);
  test.guard.forgive('2001:DB8:1:2::/64');
  expect(actionOf(test.guard, six)).toBe('admit');
  expect(test.guard.scoreOf(six)).toBe(0);
  expect(() => test.guard.forgive('garbage')).not.toThrow();
});

describe('what the answers say', () => {
  it('counts wrong addresses once each, probes, stalled bodies and failed sign-ins', () => {
    const { guard } = setUp();
    const see = (source: Source, path: string, status: number, isDenied = false) =>
      guard.observe(source, { method: 'GET', path, status, isDenied });
    const [missing, probes, bodies, login, refused] = [1, 2, 3, 4, 5].map((last) =>
      sourceOf(`192.0.2.${last}`),
    ) as [Source, Source, Source, Source, Source];
    for (let index = 0; index < 100; index += 1) see(missing, '/favicon.png', 404);
    expect(guard.scoreOf(missing)).toBe(0);
    see(probes, '/.env', 404);
    expect(guard.scoreOf(probes)).toBe(10);
    see(probes, '/.env', 200);
    expect(guard.scoreOf(probes)).toBe(10);
    for (let index = 0; index < 4; index += 1) see(bodies, '/order', index % 2 ? 408 : 413);
    expect(guard.scoreOf(bodies)).toBe(20);
    for (let index = 0; index < 5; index += 1) see(login, '/api/admin-auth', index < 3 ? 401 : 429);
    expect(guard.scoreOf(login)).toBe(16);
    // The guard's own rejections are no failed sign-ins.
    for (let index = 0; index < 50; index += 1) see(refused, '/api/admin-auth', 429, true);
    expect(guard.scoreOf(refused)).toBe(0);
  });

  it('come with an event, the newest first, cut to 200 characters', () => {
    const { guard, events } = setUp();
    for (let index = 0; index < 10; index += 1) {
      guard.observe(VISITOR, { method: 'GET', path: `/${index}${'x'.repeat(300)}`, status: 200 });
    }
    guard.record(VISITOR, 'probe', 6);
    const [event] = events;
    expect(event?.type).toBe('elevated_threat');
    const paths = event?.samples.map(({ path }) => path.slice(0, 2));
    expect(paths).toEqual(['/9', '/8', '/7', '/6', '/5']);
    expect(event?.samples[0]?.path).toHaveLength(200);
  });
});

describe('jumps of the wall clock', () => {
  it.each([
    ['back a day', -DAY_MS],
    ['ahead a day', DAY_MS],
  ])('%s neither free nor hold anybody', (_name, jump) => {
    const test = setUp();
    const { guard, clock, pass } = test;
    const ends = new Date(clock.wall + 30 * MINUTE_MS);
    const rows = [
      rule('198.51.100.1', 'blacklist', ends),
      rule('198.51.100.2'),
      rule('198.51.100.3', 'whitelist', ends),
      rule('198.51.100.0/24', 'suspicious'),
    ];
    guard.setRules(compileRules(rows));
    blockByScore(test);
    clock.wall += jump;
    const [one, two, three] = [1, 2, 3].map((last) => sourceOf(`198.51.100.${last}`));
    const now = () => [VISITOR, one, two].map((source) => actionOf(guard, source));
    expect(now()).toEqual(['block', 'block', 'block']);
    expect(actionOf(guard, sourceOf('192.0.2.77'))).toBe('admit');
    // The same rules, read again from the database.
    guard.setRules(compileRules(rows));
    expect(now()).toEqual(['block', 'block', 'block']);
    for (let index = 0; index < 100; index += 1) expect(actionOf(guard, three)).toBe('admit');
    pass(10 * MINUTE_MS);
    expect(now()).toEqual(['admit', 'block', 'block']);
    pass(20 * MINUTE_MS);
    expect(now()).toEqual(['admit', 'admit', 'block']);
    for (let index = 0; index < 30; index += 1) actionOf(guard, three);
    expect(actionOf(guard, three)).toBe('limit');
  });

  it('change no score, no limit and not how long an administrator is spared', () => {
    const test = setUp();
    const { guard, clock } = test;
    guard.record(VISITOR, 'probe', 5);
    for (const jump of [DAY_MS, -2 * DAY_MS]) {
      clock.wall += jump;
      expect(guard.scoreOf(VISITOR)).toBe(50);
    }
    expect(countAdmitted(25, () => guard.admit(VISITOR, 'page'))).toBe(20);
    guard.observe(VISITOR, { method: 'GET', path: '/api', status: 200, isAdmin: true });
    clock.wall += DAY_MS;
    blockByScore(test);
    expect(test.blocks).toHaveLength(0);
  });
});

describe('memory under attack', { timeout: 30_000 }, () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => sourceOf(`100.64.${index >> 8}.${index & 255}`));

  it('remembers at most 5,000 addresses of administrators', () => {
    const { guard, pass, blocks } = setUp();
    const sources = many(5_001);
    for (const source of sources) {
      guard.observe(source, { method: 'GET', path: '/api', status: 200, isAdmin: true });
    }
    for (const source of sources) accuse(guard, source);
    pass(5_000);
    for (const source of sources) guard.admit(source, 'page');
    expect(blocks.map(({ source }) => source.aggregationKey)).toEqual([sources[0]?.aggregationKey]);
  });

  it('tells of an address once in ten minutes, and of 300 addresses a minute at most', () => {
    const { guard, events, pass } = setUp();
    for (let index = 0; index < 600; index += 1) {
      guard.record(VISITOR, 'probe', 1);
      pass(900);
    }
    expect(events.map(({ type }) => type)).toEqual(['elevated_threat']);
    events.length = 0;
    pass(2 * MINUTE_MS);
    for (const source of many(1_000)) guard.record(source, 'probe', 5);
    expect(events).toHaveLength(300);
    pass(MINUTE_MS + 10);
    for (const source of many(1_000)) guard.record(source, 'probe', 1);
    expect(events).toHaveLength(600);
  });
});
