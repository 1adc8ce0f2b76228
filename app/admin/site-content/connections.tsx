import { useMutation } from '@tanstack/react-query';
import { sendJson } from '#app/admin/data/api.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { useQueryState } from '#app/admin/data/use-query-state.ts';
import { Badge } from '#app/admin/ui/badge.tsx';
import { Button } from '#app/admin/ui/button.tsx';
import { useConfirm } from '#app/admin/ui/dialog.tsx';
import { FormDialog, NumberField, SelectField, TextField, useForm } from '#app/admin/ui/form.tsx';
import { QueryError } from '#app/admin/ui/list.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { Problem } from '#app/admin/ui/problem.tsx';
import { Section } from '#app/admin/ui/section.tsx';
import { Spinner } from '#app/admin/ui/spinner.tsx';
import {
  type Connection,
  CONNECTION_SCHEMAS,
  type ConnectionTest,
} from '#shared/connections/admin-schema.ts';
import {
  CONNECTIONS,
  type ConnectionKind,
  ENCRYPTIONS,
  TESTED_KINDS,
} from '#shared/connections/values.ts';
import { CONNECTION_SCREEN_MESSAGES as messages } from './messages.ts';

const CLOSED = { open: '' };

const BLANKS: Record<ConnectionKind, Connection['values']> = {
  smtp: { host: '', port: 587, encryption: 'starttls', user: '', password: '' },
  sender: { name: '', address: '' },
  team: { recipients: '' },
  imap: { host: '', port: 993, encryption: 'tls', user: '', password: '', mailbox: '' },
  backup: { endpoint: '', region: 'us-east-1', bucket: '', prefix: '', key: '', secret: '' },
};

type FieldName = keyof typeof messages.labels;

function listFieldNames(names: object): FieldName[] {
  return Object.keys(names) as FieldName[];
}

/** `?open=smtp` opens a form, for links from the go-live list. */
export function Connections() {
  const query = useApiQuery<{ items: Connection[] }>('connections');
  const { data, isLoading, reload } = query;
  const [{ open }, setOpen] = useQueryState(CLOSED);
  const edited = data?.items.find(({ kind, variable }) => kind === open && variable === null);
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-ink-muted">{messages.intro}</p>
      <QueryError query={query} />
      {!data && isLoading && <Spinner label={messages.loading} />}
      {data?.items.map((connection) => (
        <ConnectionCard
          key={connection.kind}
          connection={connection}
          onEdit={() => setOpen({ open: connection.kind })}
          onChanged={reload}
        />
      ))}
      {edited && (
        <ConnectionDialog connection={edited} onClose={() => setOpen(CLOSED)} onChanged={reload} />
      )}
    </div>
  );
}

type Props = { connection: Connection; onChanged: () => Promise<void> };

function ConnectionCard({ connection, onEdit, onChanged }: Props & { onEdit: () => void }) {
  const { kind, values, hasSecret, isUnreadable, variable } = connection;
  const { label, secret } = CONNECTIONS[kind];
  const tested = TESTED_KINDS.find((each) => each === kind);
  const confirm = useConfirm();
  const test = useMutation({
    mutationFn: () => sendJson<ConnectionTest>('POST', `connections/${kind}/test`),
  });
  const removal = useMutation({
    mutationFn: () => sendJson<void>('DELETE', `connections/${kind}`),
    onSettled: onChanged,
  });
  const isSet = Object.keys(values).length > 0;
  const isOwn = isSet && variable === null;

  async function remove() {
    if (await confirm({ ...messages.removeQuestion(label), isDestructive: true })) removal.mutate();
  }

  return (
    <Section title={label} isCard>
      <div className="flex flex-wrap items-center gap-2">
        {isUnreadable ? (
          <Badge tone="red">{messages.isUnreadable}</Badge>
        ) : (
          <Badge tone={isOwn ? 'green' : isSet ? 'neutral' : 'yellow'}>
            {isOwn ? messages.isSet : isSet ? messages.byHost : messages.notSet}
          </Badge>
        )}
        {variable && <span className="text-sm text-ink-muted">{messages.setting(variable)}</span>}
      </div>
      {!isSet && <p className="text-ink-muted">{messages.hints[kind]}</p>}
      {isSet && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 wrap-anywhere">
          {listFieldNames(messages.labels).map((name) => (
            <Fact
              key={name}
              name={messages.labels[name]}
              value={name === secret ? hasSecret && messages.hasSecret : values[name]}
            />
          ))}
        </dl>
      )}
      {isSet && <BackupNotes connection={connection} />}
      <Problem>{(test.error ?? removal.error)?.message}</Problem>
      <p role="status" className="font-medium wrap-anywhere empty:absolute">
        {tested && test.data && messages.done[tested](test.data.recipient)}
      </p>
      <div className="flex flex-wrap gap-2 empty:absolute">
        {variable === null && <Button onClick={onEdit}>{messages.edit(label)}</Button>}
        {tested && isSet && !String(values['place']).startsWith('/') && (
          <Button isDisabled={test.isPending} onClick={() => test.mutate()}>
            {test.isPending ? messages.testing : messages.test[tested]}
          </Button>
        )}
        {(isOwn || isUnreadable) && (
          <Button variant="danger" isDisabled={removal.isPending} onClick={() => void remove()}>
            {messages.remove(label)}
          </Button>
        )}
      </div>
    </Section>
  );
}

function BackupNotes({ connection: { isEncrypted } }: { connection: Connection }) {
  if (isEncrypted === null) return null;
  return (
    <p className="text-ink-muted">
      {isEncrypted ? messages.encrypted : messages.notEncrypted} {messages.writeDown}
    </p>
  );
}

function Fact({ name, value }: { name: string; value: string | number | false | undefined }) {
  if (!value) return null;
  return (
    <>
      <dt className="text-ink-muted">{name}</dt>
      <dd>{ENCRYPTIONS.find((each) => each.value === value)?.label ?? value}</dd>
    </>
  );
}

function ConnectionDialog(props: Props & { onClose: () => void }) {
  const { connection, onClose, onChanged } = props;
  const { kind, values, hasSecret } = connection;
  const { label, secret } = CONNECTIONS[kind];
  const notify = useNotify();
  const form = useForm({
    schema: CONNECTION_SCHEMAS[kind],
    initial: { ...BLANKS[kind], ...values },
    async save(input) {
      await sendJson('POST', `connections/${kind}`, input);
    },
    onSaved(isDone) {
      notify.success(messages.saved);
      void onChanged();
      if (isDone) onClose();
    },
  });
  const hints: Partial<Record<FieldName, string>> = {
    ...messages.fieldHints,
    ...(secret && hasSecret && { [secret]: messages.secretHint }),
  };
  return (
    <FormDialog
      title={label}
      form={form}
      labels={messages.labels}
      onClose={onClose}
      saveLabel={messages.save}
      size="medium"
    >
      <BackupNotes connection={connection} />
      {listFieldNames(BLANKS[kind]).map((name) => {
        const field = { form, name, label: messages.labels[name], hint: hints[name] };
        if (name === 'port') return <NumberField key={name} {...field} />;
        if (name === 'encryption')
          return <SelectField key={name} {...field} options={ENCRYPTIONS} />;
        const isSecret = name === secret;
        return (
          <TextField
            key={name}
            {...field}
            {...(isSecret && { type: 'password', autoComplete: 'new-password' })}
          />
        );
      })}
    </FormDialog>
  );
}
