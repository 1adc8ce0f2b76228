// @vitest-environment jsdom
import { useMutation } from '@tanstack/react-query';
import { act, cleanup } from '@testing-library/react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type ApiRequest,
  renderWithQueries,
  settle,
  stubApi,
} from '#tests/support/browser/admin-queries.tsx';
import type { LeadRow } from './shared/lead-kind.ts';
import { statusMutationKey, type Statuses, useLeadQuery } from './use-lead-query.ts';

const ROWS = [
  { id: 'a', status: 'new' },
  { id: 'b', status: 'pending' },
];

let requests: ApiRequest[];

beforeEach(() => {
  vi.useFakeTimers();
  requests = stubApi(({ path }) =>
    path.includes('count') ? { total: 2 } : { items: ROWS, next_cursor: null },
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(url: string) {
  window.history.replaceState(null, '', url);
  let router: ReturnType<typeof createBrowserRouter> | undefined;
  const wrap = (children: ReactNode) => {
    router ??= createBrowserRouter([{ path: '*', element: children }]);
    return <RouterProvider router={router} />;
  };
  const sent = Promise.withResolvers<void>();
  const { result } = renderWithQueries(
    () => ({
      leads: useLeadQuery<LeadRow>('orders'),
      change: useMutation({
        mutationKey: statusMutationKey('orders'),
        mutationFn: (change: { statuses: Statuses }) => sent.promise.then(() => change),
      }),
    }),
    { initialProps: undefined, wrap },
  );
  await settle();
  return {
    result,
    sent,
    search: () => new URLSearchParams(window.location.search),
    statuses: () => result.current.leads.items?.map(({ status }) => status),
  };
}

const paths = () => requests.map(({ path }) => path);

describe('useLeadQuery', () => {
  it('reads the filter and the order of the URL; how many match does not depend on the order', async () => {
    const { result } = await open('/?search=ada&status=new&suspect=without&sort=full_name&pages=1');
    expect(paths()).toEqual([
      'orders?search=ada&status=new&suspect=0&sort=full_name',
      'orders/count?search=ada&status=new&suspect=0',
    ]);
    expect(result.current.leads).toMatchObject({ total: 2, isFiltered: true });
    expect(result.current.leads.savedQuery).toBe(
      'search=ada&status=new&suspect=without&sort=full_name',
    );
  });

  it('ignores the columns that a saved filter of version 1.3 hides', async () => {
    const { result } = await open('/?status=new&hidden=service_type%2Cestimated_budget');
    expect(paths()).toContain('orders?status=new');
    expect(result.current.leads.savedQuery).toBe('status=new');
  });

  it('starts another filter at the first page and keeps the order when filters are cleared', async () => {
    const { result, search } = await open('/?pages=3&sort=full_name');
    await act(async () => result.current.leads.setFilter({ status: 'pending' }));
    expect([...search()]).toEqual([
      ['sort', 'full_name'],
      ['status', 'pending'],
    ]);
    await act(async () => result.current.leads.clearFilter());
    expect([...search()]).toEqual([['sort', 'full_name']]);
  });

  it('sorts by a column in its usual direction first, and then the other way', async () => {
    const { result, search } = await open('/');
    const date = () => result.current.leads.sortOf('created_at', 'descending');
    const name = () => result.current.leads.sortOf('full_name', 'ascending');
    expect([date().direction, name().direction]).toEqual(['descending', null]);
    await act(async () => date().onSort());
    expect(search().get('sort')).toBe('created_at');
    await act(async () => name().onSort());
    expect([date().direction, name().direction]).toEqual([null, 'ascending']);
    await act(async () => name().onSort());
    expect(search().get('sort')).toBe('-full_name');
  });

  it('shows a status that is in flight over what a refresh brings', async () => {
    const { result, sent, statuses } = await open('/');
    act(() => result.current.change.mutate({ statuses: new Map([['a', 'completed']]) }));
    await settle();
    expect(statuses()).toEqual(['completed', 'pending']);
    await act(() => result.current.leads.reload());
    await settle();
    expect(statuses()).toEqual(['completed', 'pending']);
    sent.reject(new Error('rejected'));
    await settle();
    expect(statuses()).toEqual(['new', 'pending']);
  });

  it('shows what the server has confirmed', async () => {
    const { result, statuses } = await open('/');
    act(() => result.current.leads.showStatuses(new Map([['b', 'completed']])));
    await settle();
    expect(statuses()).toEqual(['new', 'completed']);
    act(() => result.current.leads.showRow({ id: 'a', status: 'pending' } as { id: string }));
    await settle();
    expect(statuses()).toEqual(['pending', 'completed']);
  });
});
