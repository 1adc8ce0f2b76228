// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useQueryState } from './use-query-state.ts';

const FILTER = { search: '', status: 'all' };
const OPENED = { edit: '' };

afterEach(cleanup);

it('keeps every change of several that come before the next rendering', () => {
  window.history.replaceState(null, '', '/admin/faqs?status=draft&edit=1');
  let router: ReturnType<typeof createBrowserRouter> | undefined;
  const wrapper = ({ children }: { children: ReactNode }) => {
    router ??= createBrowserRouter([{ path: '*', element: children }]);
    return <RouterProvider router={router} />;
  };
  const { result } = renderHook(
    () => ({ filter: useQueryState(FILTER), opened: useQueryState(OPENED) }),
    { wrapper },
  );
  act(() => {
    result.current.filter[1]({ search: 'price' });
    result.current.opened[1]({ edit: '' });
    result.current.filter[1]({ status: 'all' });
  });
  expect(window.location.search).toBe('?search=price');
  expect(result.current.filter[0]).toEqual({ search: 'price', status: 'all' });
  expect(result.current.opened[0]).toEqual({ edit: '' });
});
