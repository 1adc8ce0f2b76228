import { useMutation } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { sendJson } from '#app/admin/data/api.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { Button } from '#app/admin/ui/button.tsx';
import { QueryError } from '#app/admin/ui/list.tsx';
import { useFailureToast, useNotify } from '#app/admin/ui/notify.ts';
import { Spinner } from '#app/admin/ui/spinner.tsx';
import type { Claim } from '#shared/claims/admin-schema.ts';
import { ClaimCard } from './claim-card.tsx';
import { CLAIMS_MESSAGES as messages } from './messages.ts';

export function ClaimsTab() {
  const claims = useApiQuery<{ items: Claim[] }>('public-claims');
  const notify = useNotify();
  const { data, error, isLoading, reload } = claims;
  useFailureToast(error, messages.loadFailed);
  const { mutate: measure, isPending } = useMutation({
    mutationFn: () => sendJson('POST', 'public-claims/measure', {}),
    onSuccess: () => notify.success(messages.measured),
    onError: () => notify.error(messages.measureFailed),
    onSettled: reload,
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-3xl text-ink-muted">{messages.intro}</p>
        <Button onClick={() => measure()} isDisabled={isPending} icon={RefreshCw}>
          {isPending ? messages.measuring : messages.measure}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {data && messages.loaded}
      </p>
      <QueryError query={claims} />
      {!data && isLoading && <Spinner label={messages.loading} />}
      {data && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-2">
          {data.items.map((claim) => (
            <li key={claim.key} className="grid grid-cols-[minmax(0,1fr)]">
              <ClaimCard claim={claim} onChanged={reload} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
