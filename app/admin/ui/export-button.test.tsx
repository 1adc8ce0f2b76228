// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#app/admin/data/query-client.ts';
import { settle, stubApi } from '#tests/support/browser/admin-queries.tsx';
import { ExportButton } from './export-button.tsx';

vi.mock('./notify.ts', () => ({ useNotify: () => ({ success: vi.fn(), error: vi.fn() }) }));

const MEGABYTE = 2 ** 20;
const messages = {
  exported: 'Exported',
  exportedTitle: 'Done',
  exportFailed: 'Failed to export',
  exportFailedTitle: 'Failed',
};
const onFailure = vi.fn<(failure: string | null) => void>();
const save = vi.fn<(file: Blob) => string>(() => 'blob:file');

let download: ReadableStreamDefaultController<Uint8Array>;

const press = async (name: string) => {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
  await settle();
};

beforeEach(async () => {
  vi.useFakeTimers();
  stubApi(({ signal }) => {
    const start = (controller: typeof download) => {
      download = controller;
      signal?.addEventListener('abort', () => controller.error(signal.reason));
    };
    return new Response(new ReadableStream({ start }));
  });
  Object.assign(URL, { createObjectURL: save, revokeObjectURL: vi.fn() });
  HTMLAnchorElement.prototype.click = () => undefined;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ExportButton
        label="Export CSV"
        path="orders/export.csv?"
        fileName="orders.csv"
        {...{ messages, onFailure }}
      />
    </QueryClientProvider>,
  );
  await press('Export CSV');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

describe('an export', () => {
  it('shows how far it is, however long it takes', async () => {
    for (const megabytes of [1, 2, 3]) {
      await settle(25_000);
      download.enqueue(new Uint8Array(MEGABYTE));
      await settle();
      const running = screen.getByRole('button', { name: `Exporting... ${megabytes}.0 MB` });
      expect(running.getAttribute('aria-disabled')).toBe('true');
    }
    download.close();
    await settle();
    expect(save.mock.lastCall?.[0].size).toBe(3 * MEGABYTE);
  });

  it('is cancelled without a failure, and returns the focus', async () => {
    await press('Cancel export');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Export CSV' }));
    expect(onFailure.mock.calls).toEqual([[null]]);
  });

  it('fails when nothing comes for half a minute', async () => {
    download.enqueue(new Uint8Array(MEGABYTE));
    await settle(31_000);
    expect(onFailure).toHaveBeenLastCalledWith(expect.stringMatching(/^Failed to export.*reached/));
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDefined();
  });
});
