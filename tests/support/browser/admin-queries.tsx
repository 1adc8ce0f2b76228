import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { createQueryClient } from '#app/admin/data/query-client.ts';

export type ApiRequest = {
  method: string;
  /** Below `/api/admin/`. */
  path: string;
  isBackground: boolean;
  body: unknown;
  signal: AbortSignal | null | undefined;
};

/** Responds to every request to the API of the back office with what `answer` returns; a `Response` is passed on as it is. */
export function stubApi(response: (request: ApiRequest) => unknown): ApiRequest[] {
  const requests: ApiRequest[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const request: ApiRequest = {
      method: init.method ?? 'GET',
      path: url.replace('/api/admin/', ''),
      isBackground: new Headers(init.headers).get('x-admin-background') === '1',
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      signal: init.signal,
    };
    requests.push(request);
    const body = await response(request);
    init.signal?.throwIfAborted();
    return body instanceof Response ? body : Response.json(body);
  });
  return requests;
}

export function failedResponse(status = 503, message = 'Not available.'): Response {
  return Response.json({ error: { code: 'UNAVAILABLE', message } }, { status });
}

/** Renders a hook that reads from the API, with its own memory. */
export function renderWithQueries<R, P>(
  useHook: (props: P) => R,
  {
    initialProps,
    wrap = (children) => children,
  }: { initialProps: P; wrap?: (children: ReactNode) => ReactNode },
) {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{wrap(children)}</QueryClientProvider>
  );
  return { client, wrapper, ...renderHook(useHook, { initialProps, wrapper }) };
}

/** Lets the responses arrive; with fake timers. */
export async function settle(ms = 50): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}
