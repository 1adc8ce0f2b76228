// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { FORM_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { ApiError } from './api-error.ts';
import { clearSession, storeSession } from './session.ts';
import { useForm } from './use-form.ts';

const schema = z.object({ title: z.string().trim(), image: z.string() });

type Values = z.output<typeof schema>;
type Sent = { input: Values; version: string };

let sent: Sent[];
let outcome: PromiseWithResolvers<void>;
const onSaved = vi.fn<(isWhole: boolean) => void>();

beforeEach(() => {
  sent = [];
  outcome = Promise.withResolvers();
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
        await outcome.promise;
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
      outcome.resolve();
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

describe('a form that is to stay', () => {
  it('is saved without being done, and is done by the next save', async () => {
    const form = openForm();
    outcome.resolve();
    act(() => form.current.setValue('title', 'Second'));
    await act(() => form.current.submit({ stays: true }));
    expect(onSaved).toHaveBeenLastCalledWith(false);
    expect(form.current).toMatchObject({ isDirty: false, notice: null, version: 'v1' });
    await act(() => form.current.submit());
    expect(onSaved).toHaveBeenLastCalledWith(true);
  });

  it('is done all the same when nothing can be saved over what was saved', async () => {
    const save = () => Promise.resolve();
    const initial = { title: 'First', image: '' };
    const { result } = renderHook(() => useForm({ schema, initial, save, onSaved }));
    await act(() => result.current.submit({ stays: true }));
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
    outcome.resolve();
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

describe('a newer version of somebody else', () => {
  function openOver(theirs: Values) {
    const stored = { values: { title: 'First', image: '' }, version: 'v0' };
    const { result } = renderHook(() =>
      useForm({
        schema,
        initial: stored.values,
        version: 'v0',
        async save(input, version) {
          sent.push({ input, version });
          if (version !== stored.version) throw new ApiError(409, 'CONFLICT', 'newer');
          return { values: input, version: 'v2' };
        },
        loadCurrent: () => Promise.resolve(stored),
        onSaved,
      }),
    );
    Object.assign(stored, { values: theirs, version: 'v1' });
    return result;
  }

  it('that changed other fields is kept beside the own changes, without a question', async () => {
    const form = openOver({ title: 'First', image: '/media/theirs.png' });
    act(() => form.current.setValue('title', 'Mine'));
    await act(() => form.current.submit());
    const merged = { title: 'Mine', image: '/media/theirs.png' };
    expect(sent.at(-1)).toEqual({ input: merged, version: 'v1' });
    expect(form.current).toMatchObject({ values: merged, conflict: null, isDirty: false });
  });

  it('is in conflict only where both changed a field; overwriting leaves the others as they are', async () => {
    const form = openOver({ title: 'Theirs', image: '/media/theirs.png' });
    act(() => form.current.setValue('title', 'Mine'));
    await act(() => form.current.submit());
    expect(form.current.conflict?.fields).toEqual(['title']);
    expect(sent).toHaveLength(1);
    await act(() => form.current.overwrite());
    expect(sent.at(-1)).toEqual({
      input: { title: 'Mine', image: '/media/theirs.png' },
      version: 'v1',
    });
    expect(form.current).toMatchObject({ conflict: null, isDirty: false });
  });

  it('is taken without losing what nobody else has changed', async () => {
    const form = openOver({ title: 'Theirs', image: '' });
    act(() => form.current.setValue('title', 'Mine'));
    act(() => form.current.setValue('image', '/media/mine.png'));
    await act(() => form.current.submit());
    const { conflict } = form.current;
    act(() => {
      if (conflict) form.current.takeNewer(conflict);
    });
    expect(form.current).toMatchObject({
      values: { title: 'Theirs', image: '/media/mine.png' },
      version: 'v1',
      conflict: null,
      isDirty: true,
    });
  });
});

describe('a list of records', () => {
  const listSchema = z.object({
    title: z.string(),
    results: z.array(z.object({ metric: z.string().min(1, 'What?'), after: z.string() })),
  });

  it('is told at each of its fields, and checked as a whole while it is being corrected', async () => {
    const [good, bad] = [
      { metric: 'Scrap', after: '1' },
      { metric: '', after: '' },
    ];
    const { result: form } = renderHook(() =>
      useForm({
        schema: listSchema,
        initial: { title: '', results: [good, bad] },
        save: () => Promise.reject(new Error('never')),
      }),
    );
    act(() => form.current.setValue('results', [good, bad, good]));
    expect(form.current.errors).toEqual({});
    await act(() => form.current.submit());
    expect(form.current.errors).toEqual({ 'results.1.metric': 'What?' });
    act(() => form.current.setValue('results', [good, good, bad]));
    expect(form.current.errors).toEqual({ 'results.2.metric': 'What?' });
    act(() => form.current.setValue('title', 'x'));
    expect(form.current.errors).toEqual({ 'results.2.metric': 'What?' });
    act(() => form.current.setValue('results', [good, good]));
    expect(form.current.errors).toEqual({});
  });
});

describe('a draft of a form', () => {
  const initial = { title: 'First', image: '' };
  const save = vi.fn<(input: Values, version: string) => Promise<void>>();
  const open = (version: string) =>
    renderHook(() => useForm({ schema, initial, version, draft: 'post', save }));

  beforeEach(() => {
    localStorage.clear();
    storeSession({ token: 't', admin: { id: 'a', username: 'selin', role: 'owner' } });
  });

  it('survives a reload with the version it is based on, until it is discarded', async () => {
    const before = open('v0');
    act(() => before.result.current.setValue('title', 'Long text'));
    window.dispatchEvent(new Event('pagehide'));
    // A reload does not unmount.
    const { result, unmount } = open('v1');
    expect(result.current).toMatchObject({ values: { title: 'Long text' }, version: 'v0' });
    expect(result.current.notice).toBe(FORM_MESSAGES.draftRestored);
    act(() => result.current.discardDraft?.());
    expect(result.current).toMatchObject({ values: initial, version: 'v1', isDirty: false });
    unmount();
    expect(open('v1').result.current.notice).toBeNull();
  });

  it('ends with its form, and outlives the session', () => {
    const closed = open('v0');
    act(() => closed.result.current.setValue('title', 'Discarded'));
    closed.unmount();
    const ended = open('v0');
    expect(ended.result.current.values).toEqual(initial);
    act(() => ended.result.current.setValue('title', 'Long text'));
    window.dispatchEvent(new Event('pagehide'));
    clearSession();
    ended.unmount();
    storeSession({ token: 't', admin: { id: 'a', username: 'selin', role: 'owner' } });
    expect(open('v0').result.current.values.title).toBe('Long text');
  });
});
