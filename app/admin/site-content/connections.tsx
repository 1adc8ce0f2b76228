import { useMutation } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { sendJson } from '#app/admin/data/api.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { useQueryState } from '#app/admin/data/use-query-state.ts';
import { Badge } from '#app/admin/ui/badge.tsx';
import { Button } from '#app/admin/ui/button.tsx';
import { useConfirm } from '#app/admin/ui/dialog.tsx';
import { FormDialog, NumberField, SelectField, TextField, useForm } from '#app/admin/ui/form.tsx';
import { QueryError } from '#app/admin/ui/list.tsx';
import { useFailureToast, useNotify } from '#app/admin/ui/notify.ts';
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

const BLANK_SERVER = { host: '', encryption: 'starttls', user: '', password: '' };
const BLANKS: Record<ConnectionKind, Connection['values']> = {
  smtp: { ...BLANK_SERVER, port: 587 },
  sender: { name: '', address: '' },
  team: { recipients: '' },
  imap: { ...BLANK_SERVER, port: 993, encryption: 'tls', mailbox: '' },
};

/** `?open=smtp` opens a form, for links from the go-live list. */
export function Connections() {
  const query = useApiQuery<{ items: Connection[] }>('connections');
  const { data, error, isLoading, reload } = query;
  useFailureToast(error, messages.loadFailed);
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
        <ConnectionDialog
          key={edited.kind}
          connection={edited}
          onClose={() => setOpen(CLOSED)}
          onChanged={reload}
        />
      )}
    </div>
  );
}

type ChangeProps = { connection: Connection; onChanged: () => Promise<void> };

function ConnectionCard({ connection, onEdit, onChanged }: ChangeProps & { onEdit: () => void }) {
  const { kind, values, hasPassword, variable, isReadable, changedAt } = connection;
  const { label } = CONNECTIONS[kind];
  const tested = TESTED_KINDS.find((each) => each === kind);
  const notify = useNotify();
  const confirm = useConfirm();
  const test = useMutation({
    mutationFn: () => sendJson<ConnectionTest>('POST', `connections/${kind}/test`),
  });
  const removal = useMutation({
    mutationFn: () => sendJson<void>('DELETE', `connections/${kind}`),
    onSuccess: () => notify.success(messages.removed),
    onSettled: onChanged,
  });
  const isSet = variable !== null || Object.keys(values).length > 0;

  async function remove() {
    if (await confirm({ ...messages.removeQuestion(label), isDestructive: true })) removal.mutate();
  }

  return (
    <Section title={label} isCard>
      <div className="flex flex-wrap items-center gap-2">
        <State connection={connection} isSet={isSet} />
        {variable && <span className="text-sm text-ink-muted">{messages.setting(variable)}</span>}
      </div>
      {!isReadable && <p>{messages.unreadableHint}</p>}
      {!isSet && isReadable && <p className="text-ink-muted">{messages.hints[kind]}</p>}
      {isSet && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 wrap-anywhere">
          {Object.entries(values).map(([name, value]) => (
            <Fact
              key={name}
              name={messages.labels[name as FieldName]}
              value={describe(name, value)}
            />
          ))}
          {hasPassword && <Fact name={messages.labels.password} value={messages.hasPassword} />}
        </dl>
      )}
      <Problem>{(test.error ?? removal.error)?.message}</Problem>
      <p role="status" className="font-medium wrap-anywhere empty:absolute">
        {test.data &&
          (test.data.recipient ? messages.sent(test.data.recipient) : messages.signedIn)}
      </p>
      <div className="flex flex-wrap gap-2">
        {variable === null && (
          <Button onClick={onEdit}>
            {messages.edit}
            <span className="sr-only">{`: ${label}`}</span>
          </Button>
        )}
        {tested && isSet && isReadable && (
          <Button isDisabled={test.isPending} onClick={() => test.mutate()}>
            {test.isPending ? messages.testing : messages.test[tested]}
          </Button>
        )}
        {changedAt !== null && (
          <Button variant="danger" isDisabled={removal.isPending} onClick={() => void remove()}>
            {messages.remove}
            <span className="sr-only">{`: ${label}`}</span>
          </Button>
        )}
      </div>
    </Section>
  );
}

function State({
  connection: { variable, isReadable },
  isSet,
}: Pick<ChangeProps, 'connection'> & { isSet: boolean }) {
  if (variable !== null) return <Badge>{messages.byHost}</Badge>;
  if (!isReadable) return <Badge tone="red">{messages.unreadable}</Badge>;
  return isSet ? (
    <Badge tone="green">{messages.isSet}</Badge>
  ) : (
    <Badge tone="yellow">{messages.notSet}</Badge>
  );
}

type FieldName = keyof typeof messages.labels;

function describe(name: string, value: string | number): string {
  const option = name === 'encryption' && ENCRYPTIONS.find((each) => each.value === value);
  return option ? option.label : String(value);
}

function Fact({ name, value }: { name: string; value: string }) {
  if (value === '') return null;
  return (
    <>
      <dt className="text-ink-muted">{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

function ConnectionDialog({
  connection: { kind, values, hasPassword },
  onClose,
  onChanged,
}: ChangeProps & { onClose: () => void }) {
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
  const fieldHints: Partial<Record<string, string>> = {
    ...messages.fieldHints,
    ...(hasPassword && { password: messages.passwordHint }),
  };
  return (
    <FormDialog
      title={CONNECTIONS[kind].label}
      form={form}
      labels={messages.labels}
      onClose={onClose}
      saveLabel={messages.save}
      size="medium"
    >
      {Object.keys(BLANKS[kind]).map((name) => (
        <ConnectionField
          key={name}
          form={form}
          name={name}
          label={messages.labels[name as FieldName]}
          hint={fieldHints[name]}
        />
      ))}
    </FormDialog>
  );
}

function ConnectionField(
  props: Pick<ComponentProps<typeof TextField>, 'form' | 'name' | 'label' | 'hint'>,
) {
  if (props.name === 'port') return <NumberField {...props} />;
  if (props.name === 'encryption') return <SelectField {...props} options={ENCRYPTIONS} />;
  const isPassword = props.name === 'password';
  return (
    <TextField {...props} {...(isPassword && { type: 'password', autoComplete: 'new-password' })} />
  );
}
