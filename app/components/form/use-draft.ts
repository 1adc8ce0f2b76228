import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import {
  type Draft,
  type DraftEntries,
  isBlank,
  mergeEntries,
  readDraft,
  removeDraft,
  writeDraft,
} from '#app/lib/draft.ts';
import { createFormKey } from '#app/lib/post.ts';

const SAVE_AFTER_MS = 400;

type Options<Entries> = {
  form: 'order' | 'contact';
  empty: Entries;
  entries: Entries;
  /** The key that the server gave to a form sent without scripts. */
  initialKey: string | null;
  onRestore: (entries: Entries) => void;
};

/** Keeps a form's entries and its idempotency key on this device until the form was accepted. */
export function useDraft<Entries extends DraftEntries>({
  form,
  empty,
  entries,
  initialKey,
  onRestore,
}: Options<Entries>) {
  const [offer, setOffer] = useState<Draft<Entries> | null>(null);
  const key = useRef(initialKey);
  const isFinished = useRef(false);
  const wasSaved = useRef(false);
  const save = useRef(() => {});

  useEffect(() => {
    if (initialKey !== null) return;
    const draft = readDraft(form, empty);
    if (!draft) return;
    key.current = draft.formKey;
    setOffer(draft);
  }, [form, empty, initialKey]);

  useSaving(save, entries, () => {
    if (isFinished.current) return;
    if (!isBlank(entries)) {
      writeDraft(form, formKey(), offer ? mergeEntries(offer.entries, entries) : entries);
      wasSaved.current = true;
    } else if (wasSaved.current && !offer) {
      removeDraft(form);
    }
  });

  function formKey(): string {
    key.current ??= createFormKey();
    return key.current;
  }

  const renewKey = useCallback(() => {
    key.current = createFormKey();
    save.current();
  }, []);

  function restore() {
    if (!offer) return;
    setOffer(null);
    onRestore(offer.entries);
  }

  function discard() {
    removeDraft(form);
    setOffer(null);
    key.current = createFormKey();
    wasSaved.current = true;
  }

  const finish = useCallback(() => {
    isFinished.current = true;
    removeDraft(form);
  }, [form]);

  return {
    offer,
    restore,
    discard,
    formKey,
    renewKey,
    /** Saves at once, so that the key outlives a reload while the form is being sent. */
    saveNow: useCallback(() => save.current(), []),
    finish,
    isFinished: useCallback(() => isFinished.current, []),
  };
}

/** Runs `work` a moment after each change, and at once when the page is hidden, left or taken off the screen. */
function useSaving(save: RefObject<() => void>, changing: unknown, work: () => void): void {
  useEffect(() => {
    save.current = work;
  });

  useEffect(() => {
    const timer = setTimeout(() => save.current(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [save, changing]);

  useEffect(() => {
    const saveIfHidden = () => {
      if (document.visibilityState === 'hidden') save.current();
    };
    const saveNow = () => save.current();
    window.addEventListener('pagehide', saveNow);
    document.addEventListener('visibilitychange', saveIfHidden);
    return () => {
      saveNow();
      window.removeEventListener('pagehide', saveNow);
      document.removeEventListener('visibilitychange', saveIfHidden);
    };
  }, [save]);
}
