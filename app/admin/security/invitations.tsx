import { useMutation } from '@tanstack/react-query';
import { UserRoundPlus } from 'lucide-react';
import { useId, useState } from 'react';
import { sendJson } from '#app/admin/data/api.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { useUnsentNotice } from '#app/admin/ui/mail/use-unsent-notice.ts';
import { Badge } from '#app/admin/ui/badge.tsx';
import { Button } from '#app/admin/ui/button.tsx';
import { type DataColumn, DataList } from '#app/admin/ui/list/data-table.tsx';
import { Dialog, useConfirm } from '#app/admin/ui/dialog.tsx';
import { FormDialog, SelectField, TextField, useForm } from '#app/admin/ui/form.tsx';
import { useFailureToast, useNotify } from '#app/admin/ui/notify.ts';
import { Problem } from '#app/admin/ui/problem.tsx';
import { Moment } from '#app/admin/ui/time.tsx';
import {
  type Invitation,
  invitationInputSchema,
  type NewInvitation,
} from '#shared/admin-users/admin-schema.ts';
import { type AdminRole, ROLE_OPTIONS } from '#shared/admin-users/values.ts';
import { INVITATION_LIST_MESSAGES as messages } from './administrator-messages.ts';
import { CopyButton } from './recovery-codes.tsx';

const DETAILS: DataColumn<Invitation>[] = [
  {
    label: messages.email,
    isHead: true,
    className: 'min-w-40 wrap-anywhere',
    renderCell: ({ email }) => email,
  },
  {
    label: messages.role,
    hasCardLabel: true,
    renderCell: ({ role }) => ROLE_OPTIONS.find(({ value }) => value === role)?.label,
  },
  {
    label: messages.invitedBy,
    hasCardLabel: true,
    className: 'wrap-anywhere',
    renderCell: ({ invitedBy }) => invitedBy ?? messages.none,
  },
  {
    label: messages.ends,
    hasCardLabel: true,
    renderCell: ({ isExpired, expiresAt }) =>
      isExpired ? <Badge tone="red">{messages.expired}</Badge> : <Moment iso={expiresAt} />,
  },
];

export function Invitations() {
  const query = useApiQuery<{ items: Invitation[] }>('admin-users/invitations');
  useFailureToast(query.error, messages.loadFailed);
  const confirm = useConfirm();
  const notify = useNotify();
  const [isInviting, setIsInviting] = useState(false);
  const [created, setCreated] = useState<NewInvitation | null>(null);
  const resending = useMutation({
    mutationFn: ({ id }: Invitation) =>
      sendJson<NewInvitation>('POST', `admin-users/invitations/${id}/resend`),
    onSuccess: setCreated,
    onError: (error) => notify.error(error.message),
    onSettled: () => query.reload(),
  });
  const revoking = useMutation({
    mutationFn: ({ id }: Invitation) => sendJson<void>('DELETE', `admin-users/invitations/${id}`),
    onSuccess: () => notify.success(messages.revoked),
    onError: (error) => notify.error(error.message),
    onSettled: () => query.reload(),
  });

  const columns: DataColumn<Invitation>[] = [
    ...DETAILS,
    {
      label: messages.actions,
      isEnd: true,
      renderCell: (row) => (
        <span className="inline-flex flex-wrap justify-end gap-2">
          <Button isDisabled={resending.isPending} onClick={() => resending.mutate(row)}>
            {messages.resend}
            <span className="sr-only"> {row.email}</span>
          </Button>
          <Button
            isDisabled={revoking.isPending}
            onClick={() =>
              void confirm(messages.revokeQuestion(row.email)).then(
                (isSure) => isSure && revoking.mutate(row),
              )
            }
          >
            {messages.revoke}
            <span className="sr-only"> {row.email}</span>
          </Button>
        </span>
      ),
    },
  ];

  return (
    <section aria-labelledby="invitations-heading" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="invitations-heading" className="text-lg">
          {messages.heading}
        </h2>
        <Button
          variant="primary"
          icon={UserRoundPlus}
          data-shortcut-new
          onClick={() => setIsInviting(true)}
        >
          {messages.invite}
        </Button>
      </div>
      <p className="max-w-prose text-ink-muted">{messages.explanation}</p>
      <Problem>{(resending.error ?? revoking.error)?.message}</Problem>
      <DataList
        hasCards
        messages={messages}
        columns={columns}
        items={query.data?.items}
        query={query}
      />
      {isInviting && (
        <InvitationDialog
          onClose={() => setIsInviting(false)}
          onInvited={(invitation) => {
            setIsInviting(false);
            setCreated(invitation);
            void query.reload();
          }}
        />
      )}
      {created && <LinkDialog invitation={created} onClose={() => setCreated(null)} />}
    </section>
  );
}

const LABELS = { email: messages.email, role: messages.role };
const INITIAL: { email: string; role: AdminRole } = { email: '', role: 'member' };

type InvitationDialogProps = { onClose: () => void; onInvited: (created: NewInvitation) => void };

function InvitationDialog({ onClose, onInvited }: InvitationDialogProps) {
  const form = useForm({
    schema: invitationInputSchema,
    initial: INITIAL,
    async save(input) {
      onInvited(await sendJson<NewInvitation>('POST', 'admin-users/invitations', input));
    },
  });
  return (
    <FormDialog
      title={messages.inviteTitle}
      size="small"
      form={form}
      labels={LABELS}
      onClose={onClose}
      saveLabel={messages.create}
    >
      <TextField form={form} name="email" label={LABELS.email} type="email" />
      <SelectField
        form={form}
        name="role"
        label={LABELS.role}
        hint={messages.roleHints[form.values.role]}
        options={ROLE_OPTIONS}
      />
    </FormDialog>
  );
}

function LinkDialog({ invitation, onClose }: { invitation: NewInvitation; onClose: () => void }) {
  const id = useId();
  const unsent = useUnsentNotice();
  const link = new URL(invitation.path, window.location.origin).href;
  return (
    <Dialog
      title={messages.linkTitle}
      size="small"
      onClose={onClose}
      footer={
        <>
          <CopyButton text={link} label={messages.copy} />
          <Button variant="primary" onClick={onClose}>
            {messages.done}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p>
          {unsent ? `${unsent}.` : messages.mailed} {messages.linkText}
        </p>
        <label htmlFor={id} className="font-medium wrap-anywhere">
          {messages.linkFor(invitation.email)}
        </label>
        <input
          id={id}
          readOnly
          value={link}
          onFocus={({ target }) => target.select()}
          className="field"
        />
      </div>
    </Dialog>
  );
}
