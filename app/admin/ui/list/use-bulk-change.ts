import { useMutation } from '@tanstack/react-query';
import { type Question, useConfirm } from '#app/admin/ui/dialog.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { type BulkResult, type Choice, describeResults, inChunks, sendBulk } from './bulk.ts';
import { BULK_MESSAGES as messages } from './messages.ts';
import type { Selection } from './use-selection.ts';

type Options = {
  endpoint: string;
  mutationKey: readonly string[];
  selection: Pick<Selection, 'clear' | 'ids' | 'matching' | 'toggleMatching'>;
  matching: URLSearchParams;
  reload: () => Promise<void>;
  messages: { failed: string; doneTitle: string };
  onFailure: (failure: string | null) => void;
};

export type BulkChange = {
  change: object;
  /** More mutation variables, readable while it is pending. */
  variables?: object;
  /** Asked before changing all matches, or always with `isAlwaysAsked`. */
  question: (count: number) => Question;
  isAlwaysAsked?: boolean;
  describeChanged: (count: number) => string;
  onResults: (results: BulkResult[], summary: string) => void;
};

export function useBulkChange(options: Options) {
  const { endpoint, selection, messages: own, onFailure, reload } = options;
  const { ids, matching } = selection;
  const notify = useNotify();
  const confirm = useConfirm();
  type Sent = { bulk: BulkChange; choices: Choice[] };
  const { mutate, isPending } = useMutation({
    mutationKey: options.mutationKey,
    mutationFn: ({ bulk, choices }: Sent) => sendBulk(endpoint, choices, bulk.change),
    onMutate: () => onFailure(null),
    async onSuccess({ results, rejection }, { bulk }) {
      const summary = describeResults(results, bulk.describeChanged);
      bulk.onResults(results, summary);
      if (rejection) {
        const done = results.length > 0 ? messages.othersNot(summary) : '';
        onFailure(`${own.failed}${done}. ${rejection.message}`);
        notify.error(own.failed);
        if (matching !== null) selection.toggleMatching();
        return reload();
      }
      if (results.every(({ result }) => result !== 'not_found')) {
        notify.success(summary, own.doneTitle);
      } else {
        notify.error(summary, messages.notAll);
        onFailure(`${messages.notAll}: ${summary}.`);
      }
      return selection.clear();
    },
  });

  async function changeSelected(bulk: BulkChange): Promise<void> {
    if (isPending || ids.length === 0) return;
    const isAsked = matching !== null || bulk.isAlwaysAsked;
    if (isAsked && !(await confirm(bulk.question(matching ?? ids.length)))) return;
    const choices =
      matching === null
        ? inChunks(ids)
        : [{ filter: Object.fromEntries(options.matching), expectedTotal: matching }];
    mutate({ bulk, choices, ...bulk.variables });
  }

  return { changeSelected, isPending };
}
