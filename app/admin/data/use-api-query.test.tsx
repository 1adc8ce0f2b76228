// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type ApiRequest,
  failedResponse,
  renderWithQueries,
  settle,
  stubApi,
} from '#tests/support/browser/admin-queries.tsx';
import { invalidateTable } from './query-client.ts';
import { useApiPages, useApiQuery } from './use-api-query.ts';

let response: (request: ApiRequest) => unknown;
let requests: ApiRequest[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  requests = stubApi((request) => response(request));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const backgrounds = () => requests.map(({ isBackground }) => isBackground);
const paths = () => requests.map(({ path }) => path);

describe('useApiQuery', () => {
  const openCount = (initialProps = { path: 'orders/count', refetchInterval: 0 }) =>
    renderWithQueries(({ path, ...options }) => useApiQuery<{ total: number }>(path, options), {
      initialProps,
    });

  beforeEach(() => {
    response = () => ({ total: requests.length });
  });

  it('is activity when a screen opens, and none when it is refreshed', async () => {
    const { result, client, wrapper } = openCount({
      path: 'orders/count',
      refetchInterval: 10_000,
    });
    await settle();
    expect(result.current).toMatchObject({ data: { total: 1 }, isLoading: false });
    await settle(10_000);
    invalidateTable(client, 'orders');
    invalidateTable(client, 'faqs');
    await settle();
    expect(result.current).toMatchObject({ data: { total: 3 }, isLoading: false });
    // Another part of the screen is opened by somebody, although there is a response in memory.
    const { result: second } = renderHook(() => useApiQuery('orders/count'), { wrapper });
    expect(second.current.data).toEqual({ total: 3 });
    await settle();
    expect(second.current.data).toEqual({ total: 4 });
    expect(backgrounds()).toEqual([false, true, true, false]);
  });

  it('shows what is in memory to whoever comes back, unless it has changed meanwhile', async () => {
    const { client, wrapper, unmount } = openCount();
    await settle();
    unmount();
    const comeBack = () => renderHook(() => useApiQuery('orders/count'), { wrapper });
    const { result, unmount: leave } = comeBack();
    expect(result.current.data).toEqual({ total: 1 });
    leave();
    invalidateTable(client, 'orders');
    expect(comeBack().result.current.data).toBeUndefined();
  });

  it('reads again what was announced as changed while it was first read', async () => {
    const first = Promise.withResolvers<unknown>();
    response = () => (requests.length === 1 ? first.promise : { total: 2 });
    const { result, client } = openCount();
    await settle();
    invalidateTable(client, 'orders');
    await settle();
    expect(requests[0]?.signal?.aborted).toBe(true);
    first.resolve({ total: 1 });
    await settle();
    expect(result.current.data).toEqual({ total: 2 });
  });

  it('keeps a failure on the screen until there is a response, and asks anew on request', async () => {
    response = () => failedResponse();
    const { result } = openCount({ path: 'messages/1', refetchInterval: 10_000 });
    await settle();
    expect(result.current).toMatchObject({ error: { status: 503 }, isLoading: false });
    const before = result.current.error;
    const held = Promise.withResolvers<unknown>();
    response = () => held.promise;
    await settle(10_000);
    expect(result.current.error).toBe(before);
    response = () => ({ total: 7 });
    await act(() => result.current.reload());
    await settle();
    expect(result.current).toMatchObject({ data: { total: 7 }, error: null });
    expect(backgrounds()).toEqual([false, true, false]);
  });

  it('shows the last response while it reads another path, and says that it loads', async () => {
    const { result, rerender } = openCount();
    await settle();
    rerender({ path: 'orders/count?status=new', refetchInterval: 0 });
    expect(result.current).toMatchObject({ data: { total: 1 }, isLoading: true });
    await settle();
    expect(result.current).toMatchObject({ data: { total: 2 }, isLoading: false });
    expect(backgrounds()).toEqual([false, false]);
  });
});

describe('useApiPages', () => {
  const LETTERS = ['a', 'b', 'c', 'd', 'e'];

  function usePagedLetters(path: string) {
    const [pages, setPages] = useState('2');
    return useApiPages<string>(path, { pages, setPages });
  }

  beforeEach(() => {
    // Two on each page.
    response = ({ path }) => {
      const from = Number(new URL(path, 'https://vitrin.test').searchParams.get('cursor') ?? 0);
      const nextCursor = from + 2 < LETTERS.length ? String(from + 2) : null;
      return { items: LETTERS.slice(from, from + 2), next_cursor: nextCursor };
    };
  });

  it('fetches as many pages as are wanted, one more on request, and all again on a change', async () => {
    const { result, client } = renderWithQueries(usePagedLetters, { initialProps: 'faqs?q=x' });
    await settle();
    expect(result.current).toMatchObject({ items: ['a', 'b', 'c', 'd'], hasMore: true });
    act(() => result.current.loadMore());
    await settle();
    expect(result.current).toMatchObject({ items: LETTERS, hasMore: false });
    invalidateTable(client, 'faqs');
    await settle();
    const all = ['faqs?q=x', 'faqs?q=x&cursor=2', 'faqs?q=x&cursor=4'];
    expect(paths()).toEqual([...all, ...all]);
    expect(backgrounds().slice(3)).toEqual([true, true, true]);
  });

  it('does not ask for a page that failed until it is told to', async () => {
    const responsePages = response;
    let isBroken = true;
    response = (request) =>
      isBroken && request.path.includes('cursor') ? failedResponse() : responsePages(request);
    const { result } = renderWithQueries(usePagedLetters, { initialProps: 'faqs' });
    await settle(60_000);
    expect(result.current).toMatchObject({ items: ['a', 'b'], error: { status: 503 } });
    expect(paths()).toEqual(['faqs', 'faqs?cursor=2']);
    isBroken = false;
    await act(() => result.current.reload());
    await settle();
    expect(result.current).toMatchObject({ items: ['a', 'b', 'c', 'd'], error: null });
  });

  it('changes items across its pages', async () => {
    const { result } = renderWithQueries(usePagedLetters, { initialProps: 'faqs' });
    await settle();
    act(() => result.current.setItems(([first = '', ...rest]) => [...rest, first]));
    await settle();
    expect(result.current.items).toEqual(['b', 'c', 'd', 'a']);
    act(() => result.current.setItems((items) => items.filter((item) => item !== 'b')));
    await settle();
    expect(result.current).toMatchObject({ items: ['c', 'd', 'a'], hasMore: true });
  });
});
