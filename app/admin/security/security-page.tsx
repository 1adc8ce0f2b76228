import { useRole } from '#app/admin/data/role.ts';
import { useQueryState } from '#app/admin/data/use-query-state.ts';
import { QueryError } from '#app/admin/ui/list.tsx';
import { AdminPage } from '#app/admin/ui/page.tsx';
import { DateText, TimeText } from '#app/admin/ui/time.tsx';
import { useFailureToast, useNotify } from '#app/admin/ui/notify.ts';
import { type ApiQuery, useApiQuery } from '#app/admin/data/use-api-query.ts';
import { Tabs } from '#app/admin/ui/tabs.tsx';
import { ADMINISTRATORS_TAB, MAX_DISPLAY_NAME } from '#shared/admin-users/values.ts';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import {
  type Account,
  type OwnSession,
  profileSchema,
} from '#shared/admin-account/admin-schema.ts';
import { ADMINISTRATOR_TABS, PROFILE_MESSAGES as messages } from './administrator-messages.ts';
import { Administrators } from './administrators.tsx';
import { DEVICE_LIST_MESSAGES, SECURITY_MESSAGES, SESSION_MESSAGES } from './messages.ts';
import { Invitations } from './invitations.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { TwoStepSignIn } from './two-step-sign-in.tsx';
import { sendJson } from '#app/admin/data/api.ts';
import { useForm } from '#app/admin/ui/form.tsx';
import { AccountForm } from './account-form.tsx';
import type { Device } from '#shared/devices/admin-schema.ts';
import { browserName } from '#shared/lib/browser-name.ts';
import { AccountList, IP_COLUMN, timeColumn } from './account-list.tsx';

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

const FIELDS = {
  displayName: {
    label: messages.name,
    hint: messages.nameHint,
    autoComplete: 'name',
    maxLength: MAX_DISPLAY_NAME,
  },
  email: { label: messages.email, hint: messages.emailHint, type: 'email', autoComplete: 'email' },
};

const toFormValues = ({ displayName, email }: Account) => ({
  displayName: displayName ?? '',
  email: email ?? '',
});

type Props = { account: Account; setAccount: ApiQuery<Account>['setData'] };

function ProfileForm({ account, setAccount }: Props) {
  const notify = useNotify();
  const form = useForm({
    schema: profileSchema,
    initial: toFormValues(account),
    async save(profile) {
      const saved = await sendJson<Account>('PUT', 'account', profile);
      setAccount(() => saved);
      return { values: toFormValues(saved) };
    },
    onSaved: () => notify.success(messages.saved),
  });

  return (
    <section aria-labelledby="profile-heading" className="card grid gap-4 p-5">
      <h2 id="profile-heading" className="text-lg">
        {messages.heading}
      </h2>
      <AccountForm form={form} fields={FIELDS} label={messages.save} />
    </section>
  );
}

const SESSION_COLUMNS = [
  IP_COLUMN,
  timeColumn(SESSION_MESSAGES.started, 'createdAt'),
  timeColumn(SESSION_MESSAGES.used, 'lastUsedAt'),
  {
    label: SESSION_MESSAGES.ends,
    renderCell: ({ expiresAt }: OwnSession) => <TimeText iso={expiresAt} />,
  },
];

const getName = ({ userAgent }: OwnSession) => browserName(userAgent);

function Sessions() {
  return (
    <AccountList<OwnSession>
      endpoint="sessions"
      refetchInterval={10_000}
      messages={SESSION_MESSAGES}
      getName={getName}
      titleOf={({ userAgent }) => userAgent}
      columns={SESSION_COLUMNS}
      removal={{
        ...SESSION_MESSAGES.removal,
        textOf: (session) => SESSION_MESSAGES.consequence(getName(session), session.ipAddress),
        remove: ({ id }) => sendJson('DELETE', `sessions/${id}`),
      }}
    />
  );
}

const DEVICE_COLUMNS = [
  IP_COLUMN,
  timeColumn(DEVICE_LIST_MESSAGES.first, 'firstSeenAt'),
  timeColumn(DEVICE_LIST_MESSAGES.last, 'lastSeenAt'),
];

function Devices() {
  return (
    <AccountList<Device>
      endpoint="devices"
      messages={DEVICE_LIST_MESSAGES}
      getName={({ browser }) => browser}
      columns={DEVICE_COLUMNS}
    />
  );
}
