import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useNotify } from '#app/admin/ui/notify.ts';
import { inChunks, sendStatus } from './bulk-status.ts';
import type { LeadKind } from './lead-kind.ts';
import { LEAD_SCREEN_MESSAGES } from './messages.ts';
import { type LeadQuery, statusMutationKey, type Statuses } from './use-lead-query.ts';

/** What can be undone: the status that each row had. */
export type Undo = { text: string; statuses: Statuses };

type Options = {
  kind: Pick<LeadKind, 'path' | 'messages'>;
  leads: Pick<LeadQuery, 'reload' | 'showStatuses'>;
  onFailure: (failure: string | null) => void;
};

/** The last change of a status, until it is undone or put away. */
export function useUndo({ kind: { path, messages }, leads, onFailure }: Options) {
  const notify = useNotify();
  const [undo, setUndo] = useState<Undo | null>(null);
  const { mutate, isPending } = useMutation({
    mutationKey: statusMutationKey(path),
    async mutationFn({ statuses }: Undo) {
      for (const status of new Set(statuses.values())) {
        const ids = [...statuses].filter(([, old]) => old === status).map(([id]) => id);
        const { rejection } = await sendStatus(path, inChunks(ids), status);
        if (rejection) throw rejection;
      }
    },
    onMutate: () => onFailure(null),
    onSuccess(_, { statuses }) {
      leads.showStatuses(statuses);
      notify.success(LEAD_SCREEN_MESSAGES.undone, LEAD_SCREEN_MESSAGES.undoneTitle);
      // The button goes with its bar.
      flushSync(() => setUndo(null));
      document.querySelector<HTMLElement>('[data-shortcut-search]')?.focus();
    },
    onError(rejection) {
      onFailure(`${messages.updateFailed}. ${rejection.message}`);
      notify.error(messages.updateFailed);
    },
    onSettled: () => leads.reload(),
  });
  return {
    undo,
    /** Offers to undo a change; null puts the offer away. */
    offer: setUndo,
    run: () => undo && !isPending && mutate(undo),
    isPending,
  };
}
