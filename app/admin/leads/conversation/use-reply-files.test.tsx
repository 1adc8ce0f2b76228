// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { uploadFile } from '#app/admin/data/api.ts';
import { useReplyFiles } from './use-reply-files.ts';

vi.mock('#app/admin/data/api.ts', () => ({ uploadFile: vi.fn() }));

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

const offer = new File(['%PDF-1.4'], 'offer.pdf', { lastModified: 1 });

it('removes a file whose upload goes on at the same moment', async () => {
  const upload = Promise.withResolvers<{ path: string }>();
  vi.mocked(uploadFile).mockReturnValue(upload.promise);
  const { result } = renderHook(() => useReplyFiles(() => 'key'));
  act(() => result.current.add([offer]));
  const [shown] = result.current.files;
  act(() => {
    vi.mocked(uploadFile).mock.calls[0]?.[2].onProgress(0.5);
    if (shown) result.current.remove(shown);
  });
  expect(result.current.files).toEqual([]);
  await act(async () => upload.resolve({ path: 'offer' }));
  expect(result.current.paths).toEqual([]);
});

it('sends its files again under the key of now', async () => {
  let key = 'first';
  vi.mocked(uploadFile).mockImplementation(async (_path, _form, { idempotencyKey }) => ({
    path: `path of ${idempotencyKey}`,
  }));
  const { result } = renderHook(() => useReplyFiles(() => key));
  await act(async () => result.current.add([offer]));
  expect(result.current.paths).toEqual(['path of first']);
  key = 'second';
  act(() => result.current.sendAgain());
  expect(result.current.isUploading).toBe(true);
  await act(async () => undefined);
  expect(result.current.paths).toEqual(['path of second']);
});
