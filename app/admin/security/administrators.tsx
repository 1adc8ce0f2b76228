import { useMutation } from '@tanstack/react-query';
import { sendJson } from '#app/admin/data/api.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { Badge } from '#app/admin/ui/badge.tsx';
import { Button } from '#app/admin/ui/button.tsx';
import { type DataColumn, DataList } from '#app/admin/ui/list/data-table.tsx';
import { useConfirm } from '#app/admin/ui/dialog.tsx';
import { useFailureToast, useNotify } from '#app/admin/ui/notify.ts';
import { Problem } from '#app/admin/ui/problem.tsx';
import { Section } from '#app/admin/ui/section.tsx';
import { RelativeTime } from '#app/admin/ui/time.tsx';
import type { Administrator } from '#shared/admin-users/admin-schema.ts';
import { type AdminRole, ROLE_OPTIONS } from '#shared/admin-users/values.ts';
import { ADMINISTRATOR_MESSAGES as messages, ROLE_IN_SENTENCE } from './administrator-messages.ts';

type Change = { row: Administrator; role?: AdminRole; isActive?: boolean };

const getName = ({ displayName, username }: Administrator) => displayName ?? username;

const DETAILS: DataColumn<Administrator>[] = [
  {
    label: messages.name,
    isHead: true,
    className: 'min-w-40 wrap-anywhere',
    renderCell: (row) => (
      <>
        {getName(row)} {row.displayName && <span className="text-ink-muted">{row.username} </span>}
        {row.isCurrent && <Badge tone="green">{messages.you}</Badge>}
        {!row.isActive && <Badge>{messages.inactive}</Badge>}
      </>
    ),
  },
  {
    label: messages.email,
    hasCardLabel: true,
    className: 'wrap-anywhere',
    renderCell: ({ email }) => email ?? messages.none,
  },
  {
    label: messages.signIn,
    hasCardLabel: true,
    renderCell: ({ hasSecondFactor, passkeys }) => (
      <span className="inline-flex flex-wrap gap-1">
        {hasSecondFactor && <Badge tone="green">{messages.twoSteps}</Badge>}
        {passkeys > 0 && <Badge tone="green">{messages.passkeys(passkeys)}</Badge>}
        {!hasSecondFactor && passkeys === 0 && <Badge tone="yellow">{messages.oneStep}</Badge>}
      </span>
    ),
  },
  {
    label: messages.lastSignIn,
    hasCardLabel: true,
    renderCell: ({ lastLoginAt }) =>
      lastLoginAt ? <RelativeTime iso={lastLoginAt} /> : messages.never,
  },
];

export function Administrators() {
  const query = useApiQuery<{ items: Administrator[] }>('admin-users');
  useFailureToast(query.error, messages.loadFailed);
  const confirm = useConfirm();
  const notify = useNotify();
  const changing = useMutation({
    mutationFn: ({ row, ...change }: Change) =>
      sendJson<Administrator>('PATCH', `admin-users/${row.id}`, change),
    onSuccess(_, { role, isActive }) {
      if (role) notify.success(messages.changed);
      else notify.success(isActive ? messages.reactivated : messages.deactivated);
    },
    onError: (error) => notify.error(error.message),
    onSettled: () => query.reload(),
  });

  async function handleRole(row: Administrator, role: AdminRole) {
    const question = messages.roleQuestion(getName(row), ROLE_IN_SENTENCE[role], row.isCurrent);
    if (await confirm(question)) changing.mutate({ row, role });
  }

  async function handleActive(row: Administrator) {
    if (!row.isActive) changing.mutate({ row, isActive: true });
    else if (await confirm(messages.deactivateQuestion(getName(row)))) {
      changing.mutate({ row, isActive: false });
    }
  }

  const columns: DataColumn<Administrator>[] = [
    ...DETAILS,
    {
      label: messages.role,
      hasCardLabel: true,
      renderCell: (row) => (
        <select
          aria-label={messages.roleOf(getName(row))}
          value={row.role}
          onChange={({ target }) => {
            const option = ROLE_OPTIONS.find(({ value }) => value === target.value);
            if (option) void handleRole(row, option.value);
          }}
          className="field w-auto"
        >
          {ROLE_OPTIONS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ),
    },
    {
      label: messages.actions,
      isEnd: true,
      renderCell: (row) => (
        <Button onClick={() => void handleActive(row)}>
          {row.isActive ? messages.deactivate : messages.reactivate}
          <span className="sr-only"> {getName(row)}</span>
        </Button>
      ),
    },
  ];

  return (
    <Section title={messages.heading}>
      <p className="max-w-prose text-ink-muted">{messages.explanation}</p>
      <Problem>{changing.error?.message}</Problem>
      <DataList
        hasCards
        messages={messages}
        columns={columns}
        items={query.data?.items}
        query={query}
      />
    </Section>
  );
}
