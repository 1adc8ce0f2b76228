// @vitest-environment jsdom
import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_BULK } from '#shared/common/bulk.ts';
import { useConfirm } from '#app/admin/ui/dialog.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import {
  type ApiRequest,
  failedResponse,
  renderWithQueries,
  settle,
  stubApi,
} from '#tests/support/browser/admin-queries.tsx';
import { useBulkStatus } from './use-bulk-status.ts';
import { useUndo } from './use-undo.ts';

vi.mock('#app/admin/ui/notify.ts', () => {
  const notify = { success: vi.fn(), error: vi.fn() };
  return { useNotify: () => notify };
});
vi.mock('#app/admin/ui/dialog.tsx', () => {
  const confirm = vi.fn();
  return { useConfirm: () => confirm };
});

const COMPLETED = { value: 'completed', label: 'Completed' };

const leads = {
  matching: new URLSearchParams('status=new'),
  reload: vi.fn(() => Promise.resolve()),
  showStatuses: vi.fn(),
};
const clear = vi.fn();
const toggleMatching = vi.fn();
const offerUndo = vi.fn();
const onFailure = vi.fn();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const changed = (id: string, oldStatus = 'new') => ({
  id,
  result: 'changed',
  old_status: oldStatus,
});

const kind = { path: 'orders' as const, messages: { updateFailed: 'Failed to update' } as never };

function openSelection(ids: string[], matching: number | null = null) {
  const selection = { ids, matching, clear, toggleMatching };
  const { result } = renderWithQueries(
    () => useBulkStatus({ kind, leads, selection, offerUndo, onFailure }),
    { initialProps: undefined },
  );
  return async () => {
    await act(() => result.current.changeSelected(COMPLETED));
    await settle();
    return result.current;
  };
}

async function change(ids: string[], matching: number | null = null) {
  const { isPending } = await openSelection(ids, matching)();
  expect(isPending).toBe(false);
}

describe('useBulkStatus', () => {
  it('changes as many rows as one request may have at a time', async () => {
    const ids = Array.from({ length: MAX_BULK + 1 }, (_, index) => `id-${index}`);
    const requests = stubApi(({ body }) => ({
      results: (body as { ids: string[] }).ids.map((id) => changed(id)),
    }));
    await change(ids);
    const sent = requests.map(({ body }) => (body as { ids: string[] }).ids);
    expect(sent).toEqual([ids.slice(0, MAX_BULK), ids.slice(MAX_BULK)]);
    expect(leads.showStatuses).toHaveBeenCalledWith(new Map(ids.map((id) => [id, 'completed'])));
    expect(useNotify().success).toHaveBeenCalledWith('101 changed to Completed', 'Status updated');
    expect(clear).toHaveBeenCalledOnce();
    expect(leads.reload).not.toHaveBeenCalled();
  });

  it('ignores another press while it is busy', async () => {
    const requests = stubApi(() => new Promise(() => {}));
    const press = openSelection(['a']);
    for (const time of ['first', 'second']) {
      await press();
      expect(requests, time).toHaveLength(1);
    }
  });

  it('says what became of each row, and undoes only what it changed', async () => {
    stubApi(() => ({
      results: [
        changed('a', 'pending'),
        { id: 'b', result: 'unchanged', old_status: 'completed' },
        { id: 'c', result: 'not_found', old_status: null },
      ],
    }));
    await change(['a', 'b', 'c']);
    const summary = '1 changed to Completed, 1 had it already, 1 no longer there';
    expect(onFailure).toHaveBeenLastCalledWith(`Not all were changed: ${summary}.`);
    expect(useNotify().error).toHaveBeenCalledWith(summary, 'Not all were changed');
    expect(offerUndo).toHaveBeenCalledExactlyOnceWith({
      text: `${summary}.`,
      statuses: new Map([['a', 'pending']]),
    });
    expect(leads.showStatuses).toHaveBeenCalledWith(
      new Map([
        ['a', 'completed'],
        ['b', 'completed'],
      ]),
    );
  });

  it('says what was changed before a request failed, offers to undo that, and reads again', async () => {
    const ids = Array.from({ length: MAX_BULK + 1 }, (_, index) => `id-${index}`);
    const requests: ApiRequest[] = stubApi(({ body }) =>
      requests.length === 1
        ? { results: (body as { ids: string[] }).ids.map((id) => changed(id)) }
        : failedResponse(),
    );
    await change(ids);
    expect(onFailure).toHaveBeenLastCalledWith(
      'Failed to update: 100 changed to Completed, the others were not. Not available.',
    );
    expect(offerUndo).toHaveBeenCalledExactlyOnceWith({
      text: '100 changed to Completed.',
      statuses: new Map(ids.slice(0, MAX_BULK).map((id) => [id, 'new'])),
    });
    expect(leads.reload).toHaveBeenCalledOnce();
    expect(clear).not.toHaveBeenCalled();
  });

  it('keeps an older offer to undo when it failed, and withdraws it when nothing was changed', async () => {
    stubApi(() => failedResponse());
    await change(['a']);
    expect(onFailure).toHaveBeenLastCalledWith('Failed to update. Not available.');
    expect(offerUndo).not.toHaveBeenCalled();
    stubApi(() => ({ results: [{ id: 'a', result: 'unchanged', old_status: 'completed' }] }));
    await change(['a']);
    expect(offerUndo).toHaveBeenCalledExactlyOnceWith(null);
  });

  it('asks before it changes all that match, and sends how many were seen', async () => {
    const requests = stubApi(() => failedResponse(409, 'The list has changed.'));
    await change(['a'], 120);
    expect(requests).toEqual([]);
    vi.mocked(useConfirm()).mockResolvedValueOnce(true);
    await change(['a'], 120);
    expect(requests.map(({ body }) => body)).toEqual([
      { filter: { status: 'new' }, expected_total: 120, status: 'completed' },
    ]);
    expect(toggleMatching).toHaveBeenCalledOnce();
    expect(leads.reload).toHaveBeenCalledOnce();
  });
});

const UNDO = {
  text: '3 changed to Completed.',
  statuses: new Map([
    ['a', 'new'],
    ['b', 'pending'],
    ['c', 'new'],
  ]),
};

function openUndo() {
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
    const result = openUndo();
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
    const result = openUndo();
    act(() => void result.current.run());
    await settle();
    expect(result.current).toMatchObject({ undo: UNDO, isPending: false });
    expect(onFailure).toHaveBeenLastCalledWith('Failed to update. Not available.');
    expect(leads.showStatuses).not.toHaveBeenCalled();
    expect(leads.reload).toHaveBeenCalledOnce();
  });
});
