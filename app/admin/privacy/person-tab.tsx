import { useMutation } from '@tanstack/react-query';
import { Download, Search, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { downloadFile, sendJson } from '#app/admin/data/api.ts';
import { Badge } from '#app/admin/ui/badge.tsx';
import { formatMoment } from '#app/admin/ui/dates.ts';
import { Button } from '#app/admin/ui/button.tsx';
import { type DataColumn, DataTable } from '#app/admin/ui/list/data-table.tsx';
import { useConfirm } from '#app/admin/ui/dialog.tsx';
import { FormBody, TextField, useForm } from '#app/admin/ui/form.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { Problem } from '#app/admin/ui/problem.tsx';
import { Section } from '#app/admin/ui/section.tsx';
import { Moment } from '#app/admin/ui/time.tsx';
import { enquiryTitle } from '#shared/conversations/messages.ts';
import { type ErasedPerson, type Person, personQuerySchema } from '#shared/persons/admin-schema.ts';
import { describeSkipped } from '#shared/retention/messages.ts';
import { PERSON_MESSAGES as messages } from './messages.ts';

type Enquiry = Person['enquiries'][number];

const COLUMNS: DataColumn<Enquiry>[] = [
  {
    label: messages.what,
    isHead: true,
    className: 'font-normal',
    renderCell: ({ kind, id, reference }) => (
      <Link
        to={`/admin/${kind}s?${kind}=${id}`}
        className="link pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
      >
        {enquiryTitle({ kind, reference })}
      </Link>
    ),
  },
  {
    label: messages.received,
    hasCardLabel: true,
    renderCell: ({ receivedAt }) => <Moment iso={receivedAt} />,
  },
  {
    label: messages.state,
    renderCell: ({ isHeld, isSuspect, erasableFrom }) => (
      <span className="inline-flex flex-wrap gap-2">
        {isHeld && <Badge tone="purple">{messages.held}</Badge>}
        {erasableFrom && messages.erasableFrom(formatMoment(erasableFrom))}
        {isSuspect && <Badge tone="red">{messages.suspect}</Badge>}
      </span>
    ),
  },
];

export function PersonTab() {
  const [person, setPerson] = useState<Person | null>(null);
  const [skipped, setSkipped] = useState<ErasedPerson['skipped']>([]);
  const form = useForm({
    schema: personQuerySchema,
    initial: { email: '' },
    async save(query) {
      setSkipped([]);
      setPerson(await sendJson<Person>('POST', 'privacy/person', query));
    },
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <p className="max-w-prose text-ink-muted">{messages.intro}</p>
      <FormBody
        form={form}
        labels={{ email: messages.email }}
        className="card grid max-w-xl gap-3 p-4"
      >
        <TextField form={form} name="email" label={messages.email} type="email" />
        <Button type="submit" isDisabled={form.isSaving} icon={Search} className="w-fit">
          {form.isSaving ? messages.finding : messages.find}
        </Button>
      </FormBody>
      <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-3 empty:hidden">
        {person &&
          (person.enquiries.length + person.mails === 0 ? (
            <p>{messages.nobody(person.email)}</p>
          ) : (
            <Found
              key={person.email + person.fingerprint}
              person={person}
              onErased={(done) => {
                setPerson(null);
                setSkipped(done.skipped);
              }}
            />
          ))}
        {skipped.length > 0 && (
          <Section title={messages.skipped}>
            <ul className="grid list-disc gap-1 pl-5">
              {skipped.map((enquiry) => (
                <li key={enquiry.reference}>{describeSkipped(enquiry, formatMoment)}</li>
              ))}
            </ul>
          </Section>
        )}
      </div>
    </div>
  );
}

function Found({ person, onErased }: { person: Person; onErased: (done: ErasedPerson) => void }) {
  const { email, enquiries, entries, files, mails, fingerprint } = person;
  const notify = useNotify();
  const confirm = useConfirm();
  const readdressed = enquiries.filter(({ erasableFrom }) => erasableFrom !== null).length;
  const held = enquiries.filter((each) => each.isHeld && each.erasableFrom === null).length;
  const erasable = enquiries.length - held - readdressed;
  const exporting = useMutation({
    mutationFn: () => downloadFile('privacy/person/export', 'person.tar', { body: { email } }),
    onSuccess: () => notify.success(messages.exported),
  });
  const erasing = useMutation({
    mutationFn: () =>
      sendJson<ErasedPerson>('POST', 'privacy/person/erasure', { email, fingerprint }),
    onSuccess(done) {
      const left = done.skipped.length - done.held;
      notify.success(messages.erased(done.erased, done.held, left));
      onErased(done);
    },
  });
  async function erase() {
    if (await confirm(messages.question(email, erasable, held, readdressed))) erasing.mutate();
  }
  return (
    <Section title={messages.found(email)}>
      <p>{messages.counts(enquiries.length, entries, files, mails)}</p>
      <Problem>{exporting.error && `${messages.exportFailed}. ${exporting.error.message}`}</Problem>
      <Problem>{erasing.error && `${messages.eraseFailed}. ${erasing.error.message}`}</Problem>
      {enquiries.length > 0 && (
        <DataTable label={messages.label} columns={COLUMNS} rows={enquiries} hasCards isMain />
      )}
      <div className="flex flex-wrap gap-2">
        <Button icon={Download} isDisabled={exporting.isPending} onClick={() => exporting.mutate()}>
          {exporting.isPending ? messages.exporting : messages.export}
        </Button>
        <Button
          icon={Trash2}
          variant="danger"
          isDisabled={erasing.isPending || (enquiries.length > 0 && erasable === 0)}
          onClick={() => void erase()}
        >
          {erasing.isPending ? messages.erasing : messages.erase}
        </Button>
      </div>
    </Section>
  );
}
