import { useQueryState } from '#app/admin/data/use-query-state.ts';
import { CheckConnection } from '#app/admin/ui/check-connection.tsx';
import { AdminPage } from '#app/admin/ui/page.tsx';
import { Tabs } from '#app/admin/ui/tabs.tsx';
import { MailList } from './mail-list.tsx';
import { MAILS_MESSAGES as messages, PREVIEW_MESSAGES } from './messages.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { FilterSelect, QueryError, Toolbar } from '#app/admin/ui/list.tsx';
import type { MailPreview as Preview } from '#shared/mails/admin-schema.ts';
import { SAMPLE_MAILS } from '#shared/mails/values.ts';
import { MailPreview } from '#app/admin/ui/mail/mail-preview.tsx';

const FIRST_TAB = { tab: 'list' };

export function MailsPage() {
  const [{ tab }, setTab] = useQueryState(FIRST_TAB);
  return (
    <AdminPage title={messages.title} actions={<CheckConnection />}>
      <Tabs
        label={messages.tabs}
        value={tab}
        onChange={(chosen) => setTab({ tab: chosen })}
        tabs={[
          { value: 'list', label: messages.list, content: <MailList /> },
          { value: 'samples', label: messages.samples, content: <MailSamples /> },
        ]}
      />
    </AdminPage>
  );
}

const FIRST_KIND = { kind: SAMPLE_MAILS[0].value };

function MailSamples() {
  const [{ kind }, setKind] = useQueryState(FIRST_KIND);
  const sample = useApiQuery<Preview>(`mails/sample?kind=${encodeURIComponent(kind)}`);
  const { data } = sample;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Toolbar>
        <FilterSelect
          label={PREVIEW_MESSAGES.choose}
          value={kind}
          options={SAMPLE_MAILS}
          onChange={(chosen) => setKind({ kind: chosen })}
        />
      </Toolbar>
      <QueryError query={sample} />
      {!data && sample.isLoading && <p role="status">{PREVIEW_MESSAGES.loading}</p>}
      {data && (
        <>
          <p className="font-semibold wrap-anywhere">{data.subject}</p>
          <MailPreview key={kind} preview={data} />
        </>
      )}
    </div>
  );
}
