import { inChunks, sendBulk } from '#app/admin/ui/list/bulk.ts';
import { useUndoOffer } from '#app/admin/ui/list/use-undo-offer.ts';
import type { LeadKind } from './shared/lead-kind.ts';
import { type LeadQuery, statusMutationKey, type Statuses } from './use-lead-query.ts';

export type Undo = { text: string; statuses: Statuses };

type Options = {
  kind: Pick<LeadKind, 'path' | 'messages'>;
  leads: Pick<LeadQuery, 'reload' | 'showStatuses'>;
  onFailure: (failure: string | null) => void;
};

export function useUndo({ kind: { path, messages }, leads, onFailure }: Options) {
  return useUndoOffer<Undo>({
    mutationKey: statusMutationKey(path),
    async send({ statuses }) {
      for (const status of new Set(statuses.values())) {
        const ids = [...statuses].filter(([, old]) => old === status).map(([id]) => id);
        const { rejection } = await sendBulk(`${path}/bulk-status`, inChunks(ids), { status });
        if (rejection) throw rejection;
      }
    },
    onUndone: ({ statuses }) => leads.showStatuses(statuses),
    reload: leads.reload,
    failed: messages.updateFailed,
    onFailure,
  });
}
