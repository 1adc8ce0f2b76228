// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { FORM_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { useForm } from './use-form.ts';

const schema = z.object({ title: z.string().trim(), image: z.string() });

type Sent = { input: z.output<typeof schema>; version: string };

let sent: Sent[];
let answer: PromiseWithResolvers<void>;
const onSaved = vi.fn<(isWhole: boolean) => void>();

beforeEach(() => {
  sent = [];
  answer = Promise.withResolvers();
  onSaved.mockReset();
});

function openForm() {
  const { result } = renderHook(() =>
    useForm({
      schema,
      initial: { title: 'First', image: '' },
      version: 'v0',
      async save(input, version) {
        sent.push({ input, version });
        await answer.promise;
        return { values: input, version: `v${sent.length}` };
      },
      onSaved,
    }),
  );
  return result;
}

describe('what is typed while a save is pending', () => {
  it('stays as unsaved, and is saved over what was saved before', async () => {
    const form = openForm();
    act(() => form.current.setValue('title', ' Second '));
    let save: Promise<boolean> | undefined;
    act(() => {
      save = form.current.submit();
    });
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    act(() => form.current.setValue('image', '/media/a.png'));
    await act(async () => {
      answer.resolve();
      await save;
    });
    expect(sent).toEqual([{ input: { title: 'Second', image: '' }, version: 'v0' }]);
    expect(form.current.values).toEqual({ title: 'Second', image: '/media/a.png' });
    expect(form.current).toMatchObject({ isDirty: true, notice: FORM_MESSAGES.partlySaved });
    expect(onSaved).toHaveBeenLastCalledWith(false);

    await act(() => form.current.submit());
    expect(sent.at(-1)).toEqual({
      input: { title: 'Second', image: '/media/a.png' },
      version: 'v1',
    });
    expect(form.current).toMatchObject({ isDirty: false, notice: null });
    expect(onSaved).toHaveBeenLastCalledWith(true);
  });
});

describe('a pending upload', () => {
  function startUpload(form: ReturnType<typeof openForm>) {
    const upload = Promise.withResolvers<boolean>();
    act(() =>
      form.current.uploads.run(async () => {
        const isThere = await upload.promise;
        if (isThere) form.current.setValue('image', '/media/a.png');
        return isThere;
      }),
    );
    return upload;
  }

  it('is waited for, counts as unsaved, and is part of what is saved', async () => {
    const form = openForm();
    answer.resolve();
    const upload = startUpload(form);
    expect(form.current.isDirty).toBe(true);
    let save: Promise<boolean> | undefined;
    act(() => {
      save = form.current.submit();
    });
    expect(form.current.notice).toBe(FORM_MESSAGES.waitsForUpload);
    expect(sent).toEqual([]);
    await act(async () => {
      upload.resolve(true);
      await save;
    });
    expect(sent.map(({ input }) => input.image)).toEqual(['/media/a.png']);
    expect(form.current.isDirty).toBe(false);
  });

  it('that fails keeps everything from being saved', async () => {
    const form = openForm();
    const upload = startUpload(form);
    let save: Promise<boolean> | undefined;
    act(() => {
      save = form.current.submit();
    });
    await act(async () => {
      upload.resolve(false);
      expect(await save).toBe(false);
    });
    expect(sent).toEqual([]);
    expect(form.current.formError).toBe(FORM_MESSAGES.uploadFailed);
  });
});
