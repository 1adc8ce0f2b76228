import { useMutation } from '@tanstack/react-query';
import { sendJson } from '#app/admin/data/api.ts';
import { useNotify } from '#app/admin/ui/notify.ts';
import type { ResendResults } from '#shared/mails/admin-schema.ts';
import { RESEND_MESSAGES as messages } from './messages.ts';

type Options = { onDone: () => Promise<unknown>; onFailure: (failure: string | null) => void };

export function useResend({ onDone, onFailure }: Options) {
  const notify = useNotify();
  return useMutation({
    mutationFn: (ids: readonly string[]) =>
      sendJson<ResendResults>('POST', 'mails/resend', { ids }),
    onMutate: () => onFailure(null),
    onSuccess({ results }) {
      const changed = results.filter(({ result }) => result === 'changed').length;
      if (changed > 0) notify.success(messages.done(changed), messages.doneTitle);
      else onFailure(messages.none);
    },
    onError(error) {
      notify.error(messages.failed);
      onFailure(error.message);
    },
    onSettled: onDone,
  });
}
