import { useQueryState } from '#app/admin/data/use-query-state.ts';
import { CheckConnection } from '#app/admin/ui/mail/check-connection.tsx';
import { AdminPage } from '#app/admin/ui/page.tsx';
import { Tabs } from '#app/admin/ui/tabs.tsx';
import { MailList } from './mail-list.tsx';
import { MailSamples } from './mail-samples.tsx';
import { MAILS_MESSAGES as messages } from './messages.ts';

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
