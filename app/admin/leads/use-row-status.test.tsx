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
import { useRowStatus } from './use-row-status.ts';

vi.mock('#app/admin/ui/notify.ts', () => {
  const notify = { success: vi.fn(), error: vi.fn() };
  return { useNotify: () => notify };
});

const ROW = { id: 'a', status: 'new', isSuspect: false, createdAt: '2026-11-01T00:00:00Z' };

const showRow = vi.fn();
const offerUndo = vi.fn();
const onFailure = vi.fn();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

function open() {
  const kind = {
    path: 'orders' as const,
    messages: { updateFailed: 'Failed to update' } as never,
    describeChange: (status: string) => ({ title: 'Status updated', text: `Now ${status}` }),
    name: { label: 'Customer', sort: 'name', of: () => 'Selin Kaya', details: () => '' },
  };
  const { result } = renderWithQueries(
    () => useRowStatus({ kind, leads: { showRow }, offerUndo, onFailure }),
    { initialProps: undefined },
  );
  return result;
}

describe('useRowStatus', () => {
  it('shows the row as the server returned it, and offers to undo the change', async () => {
    const requests = stubApi(() => ({ ...ROW, status: 'completed', updated_at: 'now' }));
    const result = open();
    act(() => result.current(ROW, 'completed'));
    await settle();
    expect(requests).toMatchObject([
      { method: 'PATCH', path: 'orders/a', body: { status: 'completed' }, isBackground: false },
    ]);
    expect(showRow).toHaveBeenCalledWith({ ...ROW, status: 'completed', updatedAt: 'now' });
    expect(useNotify().success).toHaveBeenCalledWith('Now completed', 'Status updated');
    expect(offerUndo).toHaveBeenCalledWith({
      text: 'Selin Kaya: Now completed',
      statuses: new Map([['a', 'new']]),
    });
    expect(onFailure).toHaveBeenLastCalledWith(null);
  });

  it('says why a change was rejected, and offers nothing', async () => {
    stubApi(() => failedResponse());
    const result = open();
    act(() => result.current(ROW, 'completed'));
    await settle();
    expect(onFailure).toHaveBeenLastCalledWith('Failed to update: Selin Kaya. Not available.');
    expect(useNotify().error).toHaveBeenCalledWith('Failed to update');
    expect(showRow).not.toHaveBeenCalled();
    expect(offerUndo).not.toHaveBeenCalled();
  });
});
