import { useCategoryNames } from './use-category-names.ts';
import { useCompany } from '#app/components/live-settings.tsx';
import { useRef, useState } from 'react';
import { ApiError, getJson, sendJson } from '#app/admin/data/api.ts';
import { contentMessages } from '#app/admin/data/messages.ts';
import { useForm } from '#app/admin/data/use-form.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { Dialog } from '#app/admin/ui/dialog.tsx';
import { FormDialog } from '#app/admin/ui/form.tsx';
import { QueryError } from '#app/admin/ui/list.tsx';
import { RecordSteps, type Steps } from '#app/admin/ui/list/record-steps.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { Spinner } from '#app/admin/ui/spinner.tsx';
import { createFormKey } from '#app/lib/post.ts';
import { CONTENT_MESSAGES } from './messages.ts';
import { PageLink } from './page-link.tsx';
import type { Content, ContentRecord, FormValues } from './definition.tsx';

type Props = {
  definition: Content;
  onClose: () => void;
  onSaved: (text: string, isDone: boolean, id: string) => void;
  steps: Steps;
};

function valuesOf(record: object, blank: FormValues): FormValues {
  const values = Object.entries(blank).map(([name, empty]) => {
    const value: unknown = Reflect.get(record, name);
    if (typeof empty !== 'string') return [name, value];
    return [name, Array.isArray(value) ? value.join(', ') : (value ?? '')];
  });
  return Object.fromEntries(values);
}

/** An earlier attempt whose response was lost may have created the record; it is updated then. */
async function createRecord(path: string, id: string, input: object): Promise<ContentRecord> {
  try {
    return await sendJson('POST', path, input, { idempotencyKey: id });
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.code !== 'UNPROCESSABLE') throw failure;
    const { updatedAt } = await getJson<ContentRecord>(`${path}/${id}`);
    return sendJson('PUT', `${path}/${id}`, { ...input, updatedAt });
  }
}

function placeOf({ publication }: Content, id = '') {
  return {
    isOpenAt: (params: URLSearchParams) =>
      id ? params.get('edit') === id : params.get('new') === '1',
    isReading: id !== '',
    size: publication ? ('wide' as const) : ('large' as const),
  };
}

function RecordDialog(props: Props & { record: ContentRecord | null }) {
  const { definition, onClose, onSaved, steps } = props;
  const { entity, schema, blank, labels, Fields } = definition;
  const company = useCompany();
  const categories = useCategoryNames(definition.publication?.category?.path, { isOpen: true });
  const { path } = entity;
  const messages = contentMessages(entity);
  const notify = useNotify();
  const [newId] = useState(createFormKey);
  const [record, setRecord] = useState(props.record);
  const outcome = useRef({ text: '', id: '' });
  const isLeaving = useRef(false);
  const place = placeOf(definition, record?.id);
  const form = useForm({
    schema,
    initial: record
      ? valuesOf(record, blank)
      : { ...blank, ...definition.fillBlank?.({ company, categories }) },
    version: record?.updatedAt,
    draft: `${path}/${record?.id ?? ''}`,
    async save(input, updatedAt) {
      try {
        const saved = record
          ? await sendJson<ContentRecord>('PUT', `${path}/${record.id}`, { ...input, updatedAt })
          : await createRecord(path, newId, input);
        outcome.current = { text: record ? messages.updated : messages.created, id: saved.id };
        setRecord(saved);
        return { values: valuesOf(saved, blank), version: saved.updatedAt };
      } catch (failure) {
        // The conflict view is shown instead.
        if (!(failure instanceof ApiError && failure.isNewer)) notify.error(messages.saveFailed);
        throw failure;
      }
    },
    onSaved(isDone) {
      // React has not rendered the saved state yet, and the guard must not ask.
      isLeaving.current = true;
      onSaved(outcome.current.text, isDone, outcome.current.id);
      isLeaving.current = false;
    },
    loadCurrent: record
      ? async () => {
          const current = await getJson<ContentRecord>(`${path}/${record.id}`);
          return { values: valuesOf(current, blank), version: current.updatedAt };
        }
      : undefined,
  });
  return (
    <FormDialog
      title={record ? messages.editTitle : messages.createTitle}
      form={form}
      labels={labels}
      onClose={onClose}
      saveLabel={record ? CONTENT_MESSAGES.save : messages.createButton}
      {...place}
      isOpenAt={(params) => isLeaving.current || place.isOpenAt(params)}
      aside={
        record && (
          <>
            <RecordSteps noun={entity.noun} steps={steps} />
            <PageLink definition={definition} record={record} />
          </>
        )
      }
    >
      <Fields form={{ ...form, record }} />
    </FormDialog>
  );
}

type EditProps = Props & { id: string; row: ContentRecord | undefined };

/** A stored record is loaded before its form opens, unless its row is complete. */
export function EditDialog({ id, row, ...props }: EditProps) {
  // Later changes by others appear as a conflict when saving.
  const [opened] = useState({ id, row: props.definition.publication ? undefined : row });
  if (opened.id && !opened.row) return <StoredRecordDialog {...props} id={opened.id} />;
  return <RecordDialog {...props} record={opened.row ?? null} />;
}

function StoredRecordDialog({ id, ...props }: Props & { id: string }) {
  const { entity } = props.definition;
  const messages = contentMessages(entity);
  const query = useApiQuery<ContentRecord>(`${entity.path}/${id}`, { gcTime: 0 });
  if (query.data) return <RecordDialog {...props} record={query.data} />;
  return (
    <Dialog
      {...placeOf(props.definition, id)}
      title={messages.editTitle}
      onClose={props.onClose}
      footer={<RecordSteps noun={entity.noun} steps={props.steps} />}
    >
      <QueryError query={query} />
      {!query.error && <Spinner label={messages.loadingOne} />}
    </Dialog>
  );
}
