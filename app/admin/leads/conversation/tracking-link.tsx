import { useMutation } from '@tanstack/react-query';
import { Link as LinkIcon, Unlink } from 'lucide-react';
import { useId } from 'react';
import { getJson, sendJson } from '#app/admin/data/api.ts';
import { Button } from '#app/admin/ui/button.tsx';
import { useConfirm } from '#app/admin/ui/dialog.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { Problem } from '#app/admin/ui/problem.tsx';
import { Section } from '#app/admin/ui/section.tsx';
import { TRACKING_LINK_MESSAGES as messages } from './messages.ts';

type Change = 'read' | 'revoke';

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export function TrackingLink({ leadPath }: { leadPath: string }) {
  const notify = useNotify();
  const confirm = useConfirm();
  const id = useId();
  const endpoint = `${leadPath}/tracking-link`;
  const { mutate, data, error, isPending } = useMutation({
    async mutationFn(change: Change) {
      const { path } =
        change === 'read'
          ? await getJson<{ path: string }>(endpoint)
          : await sendJson<{ path: string }>('POST', endpoint);
      return new URL(path, window.location.origin).href;
    },
    async onSuccess(url, change) {
      if (change === 'revoke') notify.success(messages.revoked);
      else if (await copy(url)) notify.success(messages.copied);
    },
  });

  async function revoke() {
    if (await confirm(messages.question)) mutate('revoke');
  }

  return (
    <Section title={messages.title} isInDialog>
      <Problem>{error ? `${messages.failed}. ${error.message}` : null}</Problem>
      <div className="flex flex-wrap gap-2">
        <Button icon={LinkIcon} disabled={isPending} onClick={() => mutate('read')}>
          {messages.copy}
        </Button>
        <Button icon={Unlink} disabled={isPending} onClick={() => void revoke()}>
          {messages.revoke}
        </Button>
      </div>
      {data && (
        <div className="grid gap-1">
          <label htmlFor={id}>{messages.link}</label>
          <input
            id={id}
            readOnly
            value={data}
            className="field"
            onFocus={({ target }) => target.select()}
          />
        </div>
      )}
    </Section>
  );
}
