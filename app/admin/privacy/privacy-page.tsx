import { useQueryState } from '#app/admin/data/use-query-state.ts';
import { AdminPage } from '#app/admin/ui/page.tsx';
import { Tabs } from '#app/admin/ui/tabs.tsx';
import { ErasureList } from './erasure-list.tsx';
import { PRIVACY_MESSAGES as messages } from './messages.ts';
import { PersonTab } from './person-tab.tsx';
import { RetentionList } from './retention-list.tsx';

const FIRST_TAB = { tab: 'retention' };

export function PrivacyPage() {
  const [{ tab }, setTab] = useQueryState(FIRST_TAB);
  return (
    <AdminPage title={messages.title}>
      <Tabs
        label={messages.tabs}
        value={tab}
        onChange={(chosen) => setTab({ tab: chosen })}
        tabs={[
          { value: 'retention', label: messages.retention, content: <RetentionList /> },
          { value: 'persons', label: messages.persons, content: <PersonTab /> },
          { value: 'erasures', label: messages.erasures, content: <ErasureList /> },
        ]}
      />
    </AdminPage>
  );
}
