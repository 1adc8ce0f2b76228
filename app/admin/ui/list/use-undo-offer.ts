import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '#app/admin/data/api.ts';
import { useNotify } from '#app/admin/ui/notify.ts';
import { UNDO_MESSAGES as messages } from './messages.ts';

type Options<Offer> = {
  mutationKey: readonly string[];
  send: (offer: Offer) => Promise<void>;
  onUndone: (offer: Offer) => void;
  reload: () => Promise<void>;
  failed: string;
  onFailure: (failure: string | null) => void;
};

export function useUndoOffer<Offer extends { text: string }>(options: Options<Offer>) {
  const { mutationKey, send, onUndone, reload, failed, onFailure } = options;
  const notify = useNotify();
  const [undo, setUndo] = useState<Offer | null>(null);
  const { mutate, isPending } = useMutation<void, ApiError, Offer>({
    mutationKey,
    mutationFn: send,
    onMutate: () => onFailure(null),
    onSuccess(_, offer) {
      onUndone(offer);
      notify.success(messages.undone, messages.undoneTitle);
      setUndo(null);
    },
    onError(rejection) {
      onFailure(`${failed}. ${rejection.message}`);
      notify.error(failed);
    },
    onSettled: reload,
  });
  return {
    undo,
    /** Null withdraws the offer. */
    offer: setUndo,
    run: () => undo && !isPending && mutate(undo),
    isPending,
  };
}
