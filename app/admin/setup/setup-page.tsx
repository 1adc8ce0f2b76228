import { Link } from 'react-router';
import { sendJson } from '#app/admin/data/api.ts';
import { Button } from '#app/admin/ui/button.tsx';
import { useConfirm } from '#app/admin/ui/dialog.tsx';
import { QueryError } from '#app/admin/ui/list.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { AdminPage } from '#app/admin/ui/page.tsx';
import { Section } from '#app/admin/ui/section.tsx';
import { Moment } from '#app/admin/ui/time.tsx';
import { Spinner } from '#app/admin/ui/spinner.tsx';
import { GO_LIVE_LABELS } from '#shared/setup/messages.ts';
import type { GoLiveCheck, Setup } from '#shared/setup/admin-schema.ts';
import { SETUP_MESSAGES as messages } from '#app/admin/ui/setup/messages.ts';
import { Mark, SetupCards, useSetup } from '#app/admin/ui/setup/setup-cards.tsx';

const CONNECTIONS_SCREEN = '/admin/company/connections';

/** Null: only the person who runs the server can change it. */
const CHECK_PATHS: Record<GoLiveCheck, string | null> = {
  company: '/admin/company',
  sample: '#examples',
  headline: '/admin/pages#field-headline',
  copyright: '/admin/settings?tab=copyright#field-copyrightText',
  address: null,
  certificate: null,
  sending: `${CONNECTIONS_SCREEN}?open=smtp`,
  spf: `${CONNECTIONS_SCREEN}?open=sender`,
  dkim: `${CONNECTIONS_SCREEN}?open=sender`,
  receiving: `${CONNECTIONS_SCREEN}?open=imap`,
  backup: `${CONNECTIONS_SCREEN}?open=backup`,
  clock: '/admin/company#field-timeZone',
  legal: '/admin/company#field-legalName',
  privacy: '/admin/settings?tab=policies',
  review: '/admin/settings?tab=policies',
};

export function SetupPage() {
  const query = useSetup();
  const { data, isLoading } = query;
  return (
    <AdminPage title={messages.title}>
      {data && (
        <>
          <SetupCards setup={data} />
          <GoLive setup={data} />
          <Examples setup={data} onChanged={query.reload} />
          <Visibility setup={data} onChanged={query.reload} />
        </>
      )}
      {!data && (isLoading ? <Spinner label={messages.loading} /> : <QueryError query={query} />)}
    </AdminPage>
  );
}

function GoLive({ setup: { checks } }: { setup: Setup }) {
  return (
    <div id="go-live" className="max-w-3xl scroll-mt-20">
      <Section title={messages.goLive} isCard>
        <ul className="grid gap-3">
          {checks.map(({ name, isDone, detail, lastAt }) => {
            const { label, advice, setting } = GO_LIVE_LABELS[name];
            const path = CHECK_PATHS[name];
            return (
              <li key={name} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
                <Mark isDone={isDone} />
                <div className="grid gap-0.5">
                  <span className="font-medium">{label}</span>
                  {isDone && lastAt && (
                    <span className="text-sm text-ink-muted">
                      {messages.last} <Moment iso={lastAt} />
                    </span>
                  )}
                  {!isDone && (
                    <>
                      <span className="wrap-anywhere text-ink-muted">
                        {advice}
                        {detail && ` ${messages.now(detail)}`}
                      </span>
                      {path && (
                        <Link to={path} className="link w-fit">
                          {messages.fix}
                          <span className="sr-only">{messages.fixOf(label)}</span>
                        </Link>
                      )}
                      {setting && (
                        <span className="text-sm text-ink-muted">{messages.setting(setting)}</span>
                      )}
                    </>
                  )}
                </div>
              </li>
            );
          })}
        </ul>
      </Section>
    </div>
  );
}

type ChangeProps = { setup: Setup; onChanged: () => Promise<void> };

function Examples({ setup: { hasSample }, onChanged }: ChangeProps) {
  const confirm = useConfirm();
  const notify = useNotify();
  if (!hasSample) return null;

  async function remove() {
    if (!(await confirm({ ...messages.removeQuestion, isDestructive: true }))) return;
    try {
      await sendJson('POST', 'setup/remove-sample');
      notify.success(messages.removed);
    } catch {
      notify.error(messages.removeFailed);
    }
    await onChanged();
  }

  return (
    <div id="examples" className="max-w-3xl scroll-mt-20">
      <Section title={messages.examples} isCard>
        <p className="text-ink-muted">{messages.examplesText}</p>
        <Button onClick={() => void remove()} variant="danger" className="w-fit">
          {messages.remove}
        </Button>
      </Section>
    </div>
  );
}

function Visibility({ setup: { isDismissed }, onChanged }: ChangeProps) {
  const notify = useNotify();

  async function toggle() {
    try {
      await sendJson('POST', 'setup/visibility', { isDismissed: !isDismissed });
    } catch {
      notify.error(messages.changeFailed);
    }
    await onChanged();
  }

  return (
    <Button onClick={() => void toggle()} className="w-fit">
      {isDismissed ? messages.show : messages.dismiss}
    </Button>
  );
}
