// @vitest-environment jsdom
import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useNotify } from '#app/admin/ui/notify.ts';
import {
  failedResponse,
  renderWithQueries,
  settle,
  stubApi,
} from '#tests/support/browser/admin-queries.tsx';
import { useUndo } from './use-undo.ts';

vi.mock('#app/admin/ui/notify.ts', () => {
  const notify = { success: vi.fn(), error: vi.fn() };
  return { useNotify: () => notify };
});

const UNDO = {
  text: '3 changed to Completed.',
  statuses: new Map([
    ['a', 'new'],
    ['b', 'pending'],
    ['c', 'new'],
  ]),
};

const leads = { reload: vi.fn(() => Promise.resolve()), showStatuses: vi.fn() };
const onFailure = vi.fn();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  document.body.innerHTML = '';
});

function open() {
  const kind = { path: 'orders' as const, messages: { updateFailed: 'Failed to update' } as never };
  const { result } = renderWithQueries(() => useUndo({ kind, leads, onFailure }), {
    initialProps: undefined,
  });
  act(() => result.current.offer(UNDO));
  return result;
}

describe('useUndo', () => {
  it('gives each row its own status back', async () => {
    const sent = Promise.withResolvers<void>();
    const requests = stubApi(async () => {
      await sent.promise;
      return { results: [] };
    });
    const result = open();
    act(() => void result.current.run());
    await settle();
    expect(result.current).toMatchObject({ undo: UNDO, isPending: true });
    act(() => void result.current.run());
    sent.resolve();
    await settle();
    expect(requests).toMatchObject([
      { method: 'POST', path: 'orders/bulk-status', body: { ids: ['a', 'c'], status: 'new' } },
      { method: 'POST', path: 'orders/bulk-status', body: { ids: ['b'], status: 'pending' } },
    ]);
    expect(result.current).toMatchObject({ undo: null, isPending: false });
    expect(leads.showStatuses).toHaveBeenCalledWith(UNDO.statuses);
    expect(leads.reload).toHaveBeenCalledOnce();
    expect(useNotify().success).toHaveBeenCalledOnce();
  });

  it('can be tried again after a failure', async () => {
    stubApi(({ body }) =>
      (body as { status: string }).status === 'pending' ? failedResponse() : { results: [] },
    );
    const result = open();
    act(() => void result.current.run());
    await settle();
    expect(result.current).toMatchObject({ undo: UNDO, isPending: false });
    expect(onFailure).toHaveBeenLastCalledWith('Failed to update. Not available.');
    expect(leads.showStatuses).not.toHaveBeenCalled();
    expect(leads.reload).toHaveBeenCalledOnce();
  });
});
