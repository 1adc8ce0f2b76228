import { useRole } from '#app/admin/data/role.ts';
import { useQueryState } from '#app/admin/data/use-query-state.ts';
import { QueryError } from '#app/admin/ui/list.tsx';
import { AdminPage } from '#app/admin/ui/page.tsx';
import { DateText, TimeText } from '#app/admin/ui/time.tsx';
import { useFailureToast } from '#app/admin/ui/notify.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { Tabs } from '#app/admin/ui/tabs.tsx';
import { ADMINISTRATORS_TAB } from '#shared/admin-users/values.ts';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import type { Account } from '#shared/admin-account/admin-schema.ts';
import { ADMINISTRATOR_TABS } from './administrator-messages.ts';
import { Administrators } from './administrators.tsx';
import { SECURITY_MESSAGES } from './messages.ts';
import { Invitations } from './invitations.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { Devices, Sessions } from './sessions.tsx';
import { TwoStepSignIn } from './two-step-sign-in.tsx';

const FIRST_TAB = { tab: 'own' };

export function SecurityPage() {
  const [{ tab }, setQuery] = useQueryState(FIRST_TAB);
  const { may } = useRole();
  return (
    <AdminPage title={SECURITY_MESSAGES.title}>
      {may('administration') ? (
        <Tabs
          label={ADMINISTRATOR_TABS.label}
          value={tab}
          onChange={(value) => setQuery({ tab: value })}
          tabs={[
            { value: FIRST_TAB.tab, label: ADMINISTRATOR_TABS.own, content: <OwnAccount /> },
            {
              value: ADMINISTRATORS_TAB,
              label: ADMINISTRATOR_TABS.administrators,
              content: (
                <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
                  <Administrators />
                  <Invitations />
                </div>
              ),
            },
          ]}
        />
      ) : (
        <OwnAccount />
      )}
    </AdminPage>
  );
}

function OwnAccount() {
  const account = useApiQuery<Account>('account');
  useFailureToast(account.error, ACCOUNT_MESSAGES.loadFailed);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <QueryError query={account} />
      {!account.data && account.isLoading && (
        <div role="status" className="card p-4">
          <p className="sr-only">{SECURITY_MESSAGES.loading}</p>
          <div aria-hidden className="skeleton h-24" />
        </div>
      )}
      {account.data && (
        <>
          <p className="text-ink-muted wrap-anywhere">
            {SECURITY_MESSAGES.signedInAs}
            <strong className="text-ink">{account.data.username}</strong>
            {account.data.lastLoginAt && (
              <>
                {SECURITY_MESSAGES.lastSignIn}
                <DateText iso={account.data.lastLoginAt} />{' '}
                <TimeText iso={account.data.lastLoginAt} />
              </>
            )}
            .
          </p>
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-2">
            <ProfileForm account={account.data} setAccount={account.setData} />
            <PasswordForm username={account.data.username} />
            <TwoStepSignIn account={account.data} />
            <Passkeys />
          </div>
        </>
      )}
      <Sessions />
      <Devices />
    </div>
  );
}
