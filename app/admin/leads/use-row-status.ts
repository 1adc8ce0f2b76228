import { useMutation } from '@tanstack/react-query';
import { sendJson } from '#app/admin/data/api.ts';
import { useNotify } from '#app/admin/ui/notify.ts';
import type { LeadDefinition, LeadDetail, LeadRow } from './shared/lead-kind.ts';
import { type LeadQuery, statusMutationKey, type Statuses } from './use-lead-query.ts';
import type { Undo } from './use-undo.ts';

type Options<T extends LeadRow> = {
  kind: Pick<LeadDefinition<T, LeadDetail>, 'path' | 'messages' | 'describeChange' | 'name'>;
  leads: Pick<LeadQuery<T>, 'showRow'>;
  offerUndo: (undo: Undo) => void;
  onFailure: (failure: string | null) => void;
};

type Change<T> = { row: T; status: string; statuses: Statuses };

/** Optimistic; reverts when the server rejects the change. */
export function useRowStatus<T extends LeadRow>(options: Options<T>) {
  const { kind, leads, offerUndo, onFailure } = options;
  const { path, messages, describeChange, name } = kind;
  const notify = useNotify();
  const { mutate } = useMutation({
    mutationKey: statusMutationKey(path),
    mutationFn: ({ row, status }: Change<T>) =>
      sendJson<T>('PATCH', `${path}/${row.id}`, { status }),
    onMutate: () => onFailure(null),
    onSuccess(changed, { row, status }) {
      leads.showRow(changed);
      const { title, text } = describeChange(status);
      notify.success(text, title);
      offerUndo({ text: `${name.of(row)}: ${text}`, statuses: new Map([[row.id, row.status]]) });
    },
    onError(rejection, { row }) {
      onFailure(`${messages.updateFailed}: ${name.of(row)}. ${rejection.message}`);
      notify.error(messages.updateFailed);
    },
  });
  return (row: T, status: string) => mutate({ row, status, statuses: new Map([[row.id, status]]) });
}
