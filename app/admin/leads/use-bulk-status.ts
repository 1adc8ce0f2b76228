import { useBulkChange } from '#app/admin/ui/list/use-bulk-change.ts';
import type { Selection } from '#app/admin/ui/list/use-selection.ts';
import type { LeadKind, StatusOption } from './shared/lead-kind.ts';
import { BULK_STATUS_MESSAGES as messages } from './shared/messages.ts';
import { type LeadQuery, statusMutationKey, type Statuses } from './use-lead-query.ts';
import type { Undo } from './use-undo.ts';

type Options = {
  kind: Pick<LeadKind, 'path' | 'messages'>;
  leads: Pick<LeadQuery, 'matching' | 'reload' | 'showStatuses'>;
  selection: Pick<Selection, 'clear' | 'ids' | 'matching' | 'toggleMatching'>;
  offerUndo: (undo: Undo | null) => void;
  onFailure: (failure: string | null) => void;
};

export function useBulkStatus({ kind, leads, selection, offerUndo, onFailure }: Options) {
  const { path } = kind;
  const { changeSelected, isPending } = useBulkChange({
    endpoint: `${path}/bulk-status`,
    mutationKey: statusMutationKey(path),
    selection,
    matching: leads.matching,
    reload: leads.reload,
    messages: { failed: kind.messages.updateFailed, doneTitle: messages.updatedTitle },
    onFailure,
  });

  return {
    isPending,
    changeSelected: (to: StatusOption) =>
      changeSelected({
        change: { status: to.value },
        variables: { statuses: new Map(selection.ids.map((id) => [id, to.value])) } satisfies {
          statuses: Statuses;
        },
        question: (count) => messages.question(count, to.label),
        describeChanged: (count) => messages.changed(count, to.label),
        onResults(results, summary) {
          const found = results.filter(({ result }) => result !== 'not_found');
          const changed = results.filter(({ result }) => result === 'changed');
          leads.showStatuses(new Map(found.map(({ id }) => [id, to.value])));
          if (changed.length > 0) {
            const statuses = changed.map(
              ({ id, oldStatus }) => [id, oldStatus ?? to.value] as const,
            );
            offerUndo({ text: `${summary}.`, statuses: new Map(statuses) });
          } else if (results.length > 0) offerUndo(null);
        },
      }),
  };
}
