import { useMutation } from '@tanstack/react-query';
import { useConfirm } from '#app/admin/ui/dialog.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { type Choice, describeResults, inChunks, sendStatus } from './bulk-status.ts';
import type { LeadKind, StatusOption } from './lead-kind.ts';
import { BULK_MESSAGES } from './messages.ts';
import { type LeadQuery, statusMutationKey, type Statuses } from './use-lead-query.ts';
import type { Selection } from '#app/admin/ui/list/use-selection.ts';
import type { Undo } from './use-undo.ts';

type Options = {
  kind: Pick<LeadKind, 'path' | 'messages'>;
  leads: Pick<LeadQuery, 'matching' | 'reload' | 'showStatuses'>;
  selection: Pick<Selection, 'clear' | 'ids' | 'matching' | 'toggleMatching'>;
  offerUndo: (undo: Undo | null) => void;
  onFailure: (failure: string | null) => void;
};

type Change = { choices: Choice[]; statuses: Statuses; to: StatusOption };

/** Changes the status of the selected rows and says what became of them. */
export function useBulkStatus({ kind, leads, selection, offerUndo, onFailure }: Options) {
  const { path, messages } = kind;
  const { ids, matching } = selection;
  const notify = useNotify();
  const confirm = useConfirm();
  const { mutate, isPending } = useMutation({
    mutationKey: statusMutationKey(path),
    mutationFn: ({ choices, to }: Change) => sendStatus(path, choices, to.value),
    onMutate: () => onFailure(null),
    async onSuccess({ results, rejection }, { to }) {
      const summary = describeResults(results, to.label);
      const found = results.filter(({ result }) => result !== 'not_found');
      const changed = results.filter(({ result }) => result === 'changed');
      leads.showStatuses(new Map(found.map(({ id }) => [id, to.value])));
      if (changed.length > 0) {
        const statuses = changed.map(({ id, oldStatus }) => [id, oldStatus ?? to.value] as const);
        offerUndo({ text: `${summary}.`, statuses: new Map(statuses) });
      } else if (results.length > 0) offerUndo(null);
      if (rejection) {
        const done = results.length > 0 ? BULK_MESSAGES.othersNot(summary) : '';
        onFailure(`${messages.updateFailed}${done}. ${rejection.message}`);
        notify.error(messages.updateFailed);
        if (matching !== null) selection.toggleMatching();
        return leads.reload();
      }
      if (found.length === results.length) notify.success(summary, BULK_MESSAGES.updatedTitle);
      else {
        notify.error(summary, BULK_MESSAGES.notAll);
        onFailure(`${BULK_MESSAGES.notAll}: ${summary}.`);
      }
      return selection.clear();
    },
  });

  async function changeSelected(to: StatusOption): Promise<void> {
    if (isPending || ids.length === 0) return;
    const isSure = matching === null || (await confirm(BULK_MESSAGES.question(matching, to.label)));
    if (!isSure) return;
    const choices =
      matching === null
        ? inChunks(ids)
        : [{ filter: Object.fromEntries(leads.matching), expectedTotal: matching }];
    mutate({ choices, to, statuses: new Map(ids.map((id) => [id, to.value])) });
  }

  return { changeSelected, isPending };
}
