import { useEffect, useEffectEvent, useRef, useState } from 'react';
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
  /** From the server, after a submission without scripts. */
  initialKey: string | null;
  onRestore: (entries: Entries) => void;
};

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

  useEffect(() => {
    if (initialKey !== null) return;
    const draft = readDraft(form, empty);
    if (!draft) return;
    key.current = draft.formKey;
    // oxlint-disable-next-line react/set-state-in-effect -- the server cannot know the draft, so it appears after hydration
    setOffer(draft);
  }, [form, empty, initialKey]);

  function formKey(): string {
    key.current ??= createFormKey();
    return key.current;
  }

  /** Also called before sending, so that the key survives a reload. */
  function save(present: Entries): void {
    if (isFinished.current) return;
    if (!isBlank(present)) {
      writeDraft(form, formKey(), offer ? mergeEntries(offer.entries, present) : present);
      wasSaved.current = true;
    } else if (wasSaved.current && !offer) {
      removeDraft(form);
    }
  }

  useSaving(entries, save);

  function renewKey(): void {
    key.current = createFormKey();
    save(entries);
  }

  function restore(): void {
    if (!offer) return;
    setOffer(null);
    onRestore(offer.entries);
  }

  function discard(): void {
    removeDraft(form);
    setOffer(null);
    key.current = createFormKey();
    wasSaved.current = true;
  }

  function finish(): void {
    isFinished.current = true;
    removeDraft(form);
  }

  return {
    offer,
    restore,
    discard,
    formKey,
    renewKey,
    save,
    finish,
    isFinished: () => isFinished.current,
  };
}

/** Saves after a pause, and immediately when the page is hidden or left. */
export function useSaving<Entries>(entries: Entries, save: (entries: Entries) => void): void {
  const saveEvent = useEffectEvent(save);
  const saveNow = useEffectEvent(() => save(entries));

  useEffect(() => {
    const timer = setTimeout(() => saveEvent(entries), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [entries]);

  useEffect(() => {
    const handleLeaving = () => saveNow();
    const handleVisibility = () => {
      if (document.visibilityState === 'hidden') saveNow();
    };
    window.addEventListener('pagehide', handleLeaving);
    document.addEventListener('visibilitychange', handleVisibility);
    return () => {
      saveNow();
      window.removeEventListener('pagehide', handleLeaving);
      document.removeEventListener('visibilitychange', handleVisibility);
    };
  }, []);
}
