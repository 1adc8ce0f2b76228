// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubNoLocks, stubTabs } from '#tests/support/browser/fake-tabs.ts';
import { type Emit, joinStream, type StreamMessage } from './shared-stream.ts';

const NAME = 'news';

type Lead = { emit: Emit; signal: AbortSignal; giveUp: () => void };

let leads: Lead[];
let polls: number;
let leaves: (() => void)[];

const settle = () => vi.advanceTimersByTimeAsync(0);
const openLeads = () => leads.filter(({ signal }) => !signal.aborted);

/** One more tab; what it hears is in the list that this returns. */
function openTab({ takesOver = false } = {}): { heard: string[]; leave: () => void } {
  const heard: string[] = [];
  const leave = joinStream({
    name: NAME,
    takesOver,
    lead: (emit, signal) =>
      new Promise((resolve) => {
        leads.push({ emit, signal, giveUp: resolve });
      }),
    poll: () => {
      polls += 1;
    },
    onMessage: ({ name, data }: StreamMessage) => heard.push(`${name} ${data}`),
    isState: ({ name }) => name === 'state',
  });
  leaves.push(leave);
  return { heard, leave };
}

function setVisibility(state: 'visible' | 'hidden'): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

let locks: ReturnType<typeof stubTabs>;

beforeEach(() => {
  vi.useFakeTimers();
  leads = [];
  polls = 0;
  leaves = [];
  locks = stubTabs();
});
afterEach(() => {
  for (const leave of leaves) leave();
  stubNoLocks();
  setVisibility('visible');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('tabs that can share', () => {
  it('open one connection for all, and all hear what it says', async () => {
    const tabs = Array.from({ length: 10 }, () => openTab());
    await settle();
    expect(leads).toHaveLength(1);
    leads[0]?.emit({ name: 'changed', data: 'orders' });
    await settle();
    for (const { heard } of tabs) expect(heard).toEqual(['changed orders']);
  });

  it('tell one that joins how the stream stands, and nobody twice', async () => {
    const first = openTab();
    await settle();
    leads[0]?.emit({ name: 'state', data: '1' });
    leads[0]?.emit({ name: 'changed', data: 'orders' });
    const second = openTab();
    await settle();
    expect(second.heard).toEqual(['state 1']);
    openTab();
    await settle();
    expect(second.heard).toEqual(['state 1']);
    expect(first.heard).toEqual(['state 1', 'changed orders']);
  });

  it('hand the lead on when it closes', async () => {
    const first = openTab();
    const second = openTab();
    await settle();
    first.leave();
    await settle();
    expect(leads).toHaveLength(2);
    expect(openLeads()).toHaveLength(1);
    leads[1]?.emit({ name: 'state', data: '2' });
    await settle();
    expect(second.heard).toEqual(['state 2']);
    expect(first.heard).toEqual([]);
  });

  it('leave the lead to one that got it while they waited for a reply', async () => {
    const closing = Promise.withResolvers<void>();
    void locks.request(NAME, {}, () => closing.promise);
    await settle();
    openTab();
    openTab();
    await vi.advanceTimersByTimeAsync(2_000);
    closing.resolve();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(leads).toHaveLength(1);
  });

  it('take the lead from a tab that no longer replies, in a visible tab only', async () => {
    void locks.request(NAME, {}, () => new Promise(() => {})).catch(() => undefined);
    await settle();
    setVisibility('hidden');
    openTab();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(leads).toHaveLength(0);
    setVisibility('visible');
    await vi.advanceTimersByTimeAsync(4_000);
    expect(leads).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(openLeads()).toHaveLength(1);
  });

  it('leave the lead where it is while it replies', async () => {
    openTab();
    openTab();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(leads).toHaveLength(1);
  });

  it('give way to one that takes over, and go on when it leaves', async () => {
    const site = openTab();
    await settle();
    const office = openTab({ takesOver: true });
    await settle();
    expect(leads).toHaveLength(2);
    expect(leads[0]?.signal.aborted).toBe(true);
    leads[1]?.emit({ name: 'state', data: 'of the office' });
    await settle();
    expect(site.heard).toEqual(['state of the office']);
    office.leave();
    await settle();
    expect(leads).toHaveLength(3);
    expect(openLeads()).toHaveLength(1);
  });

  it('do not lead again once the stream has turned them away', async () => {
    openTab();
    await settle();
    leads[0]?.giveUp();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(leads).toHaveLength(1);
  });

  it.each([
    ['pagehide', new Event('pagehide'), () => window],
    ['freeze', new Event('freeze'), () => document],
  ])('let go on %s and come back', async (kind, event, target) => {
    openTab();
    await settle();
    target().dispatchEvent(event);
    await settle();
    expect(openLeads()).toHaveLength(0);
    if (kind === 'freeze') document.dispatchEvent(new Event('resume'));
    else window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await settle();
    expect(openLeads()).toHaveLength(1);
  });
});

describe('tabs that cannot share', () => {
  it.each(['no locks', 'locks that are denied'])('poll while visible: %s', async (kind) => {
    if (kind === 'no locks') stubNoLocks();
    else locks.request = () => Promise.reject(new DOMException('denied', 'SecurityError'));
    openTab();
    await settle();
    expect(leads).toHaveLength(0);
    expect(polls).toBe(1);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(polls).toBe(3);
    setVisibility('hidden');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(polls).toBe(3);
    setVisibility('visible');
    expect(polls).toBe(4);
  });
});
