import { useMutation, useQuery } from '@tanstack/react-query';
import { RotateCcw, Send } from 'lucide-react';
import { useEffect, useState } from 'react';
import { sendJson } from '#app/admin/data/api.ts';
import { useUnsentNotice } from '#app/admin/ui/mail/use-unsent-notice.ts';
import { MailPreview } from '#app/admin/ui/mail/mail-preview.tsx';
import { Button } from '#app/admin/ui/button.tsx';
import type { AnyForm } from '#app/admin/ui/form.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { Section } from '#app/admin/ui/section.tsx';
import type { MailPreview as Preview, SentTest } from '#shared/mails/admin-schema.ts';
import { type EmailKey, EMAILS } from '#shared/site-content/emails.ts';
import { buildEmpty } from '#shared/site-content/fields.ts';
import { EMAIL_MESSAGES as messages } from './messages.ts';

type Props = { contentKey: EmailKey; form: AnyForm };

const PREVIEW_DELAY_MS = 400;

export function EmailTools({ contentKey, form }: Props) {
  const notify = useNotify();
  const unsent = useUnsentNotice();
  const preview = useEmailPreview({ contentKey, form });
  const test = useMutation({
    mutationFn: () => sendJson<SentTest>('POST', `site-content/${contentKey}/test`),
    onSuccess: ({ recipient }) => notify.success(unsent ?? messages.sent(recipient)),
    onError: ({ message }) => notify.error(message),
  });
  function reset() {
    const builtIn = Object.entries(buildEmpty(EMAILS[contentKey].schema));
    for (const [name, text] of builtIn) form.setValue(name, text);
    notify.success(messages.wasReset);
  }
  return (
    <div className="xl:sticky xl:top-16 xl:max-h-[calc(100vh-5rem)] xl:overflow-y-auto">
      <Section title={messages.preview}>
        <div className="flex flex-wrap gap-2">
          <Button
            icon={Send}
            isDisabled={form.isDirty || test.isPending}
            onClick={() => test.mutate()}
          >
            {messages.test}
          </Button>
          <Button icon={RotateCcw} onClick={reset}>
            {messages.reset}
          </Button>
        </div>
        {form.isDirty && <p className="text-sm text-ink-muted">{messages.saveFirst}</p>}
        {preview.error && <p role="alert">{preview.error.message}</p>}
        {preview.data && (
          <>
            <p className="font-semibold wrap-anywhere">{preview.data.subject}</p>
            <MailPreview preview={preview.data} />
          </>
        )}
      </Section>
    </div>
  );
}

/** The last valid texts, once typing pauses. */
function useEmailPreview({ contentKey, form: { values } }: Props) {
  const [copy, setCopy] = useState<unknown>(values);
  useEffect(() => {
    const { success, data } = EMAILS[contentKey].schema.safeParse(values);
    const timer = setTimeout(() => success && setCopy(data), PREVIEW_DELAY_MS);
    return () => clearTimeout(timer);
  }, [contentKey, values]);
  const path = `site-content/${contentKey}/preview`;
  return useQuery({
    queryKey: ['email-preview', contentKey, copy],
    queryFn: ({ signal }) => sendJson<Preview>('POST', path, copy, { signal }),
    gcTime: 0,
  });
}
