// @vitest-environment jsdom
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubNoLocks, stubTabs } from '#tests/support/browser/fake-tabs.ts';
import { ChangesProvider } from './changes.tsx';

type Send = (text: string) => Promise<void>;

let streams: { send: Send; end: () => Promise<void> }[];
let response: () => Response;
let loads: number;
let client: QueryClient;

function openStream(): Response {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
  });
  const settle = () => act(() => vi.advanceTimersByTimeAsync(0));
  streams.push({
    async send(text) {
      controller.enqueue(encoder.encode(text));
      await settle();
    },
    async end() {
      controller.close();
      await settle();
    },
  });
  return new Response(body);
}

function Orders() {
  const ownClient = useQueryClient();
  useEffect(() => {
    client = ownClient;
  }, [ownClient]);
  useQuery({
    queryKey: ['orders'],
    queryFn() {
      loads += 1;
      return Promise.resolve(loads);
    },
  });
  return <p>Orders</p>;
}

async function open() {
  const result = render(
    <ChangesProvider token="first" fallback="Loading...">
      <Orders />
    </ChangesProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(0));
  return result;
}

beforeEach(() => {
  vi.useFakeTimers();
  streams = [];
  // The first one is that of the screen itself.
  loads = -1;
  response = openStream;
  stubTabs();
  vi.stubGlobal('fetch', () => Promise.resolve(response()));
});
afterEach(() => {
  cleanup();
  stubNoLocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const READY = 'event: ready\ndata: \n\n';

describe('ChangesProvider', () => {
  it('shows the screen once changes are announced, and has it loaded once only', async () => {
    await open();
    expect(screen.queryByText('Orders')).toBeNull();
    await streams[0]?.send(READY);
    expect(screen.getByText('Orders')).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(loads).toBe(0);
    await streams[0]?.send('event: changed\ndata: orders\n\n');
    await streams[0]?.send('event: changed\ndata: faqs\n\n');
    expect(loads).toBe(1);
  });

  it('does not wait long, and then counts everything as changed', async () => {
    await open();
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(screen.getByText('Orders')).toBeDefined();
    expect(loads).toBe(0);
    await streams[0]?.send(READY);
    expect(loads).toBe(1);
  });

  it('shows the screen when the stream is refused, and catches up once it is not', async () => {
    response = () => new Response(null, { status: 429 });
    await open();
    expect(screen.getByText('Orders')).toBeDefined();
    response = openStream;
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    await streams[0]?.send(READY);
    expect(loads).toBe(1);
  });

  it('opens another stream for a new session and leaves what is inside as it is', async () => {
    const { rerender } = await open();
    await streams[0]?.send(READY);
    const orders = screen.getByText('Orders');
    rerender(
      <ChangesProvider token="second" fallback="Loading...">
        <Orders />
      </ChangesProvider>,
    );
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(screen.getByText('Orders')).toBe(orders);
    await streams[1]?.send(READY);
    expect(loads).toBe(1);
    expect(screen.getByText('Orders')).toBe(orders);
  });

  it('counts everything as changed after a gap', async () => {
    await open();
    await streams[0]?.send(READY);
    await streams[0]?.end();
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(loads).toBe(0);
    await streams[1]?.send(READY);
    expect(loads).toBe(1);
  });

  it('forgets what was read when the administrator leaves', async () => {
    const { unmount } = await open();
    await streams[0]?.send(READY);
    expect(client.getQueryData(['orders'])).toBe(0);
    unmount();
    expect(client.getQueryCache().getAll()).toEqual([]);
  });
});
