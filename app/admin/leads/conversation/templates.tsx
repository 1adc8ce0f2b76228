import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  newTemplateSchema,
  type NewTemplate,
  type ReplyTemplate,
} from '#shared/conversations/admin-schema.ts';
import {
  fillTemplate,
  TEMPLATE_LIMITS,
  type TemplateValues,
} from '#shared/conversations/values.ts';
import { sendJson } from '#app/admin/data/api.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { Button, IconButton, LinkButton } from '#app/admin/ui/button.tsx';
import { useConfirm } from '#app/admin/ui/dialog.tsx';
import { fieldsOf, FormDialog, TextAreaField, TextField, useForm } from '#app/admin/ui/form.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { Problem } from '#app/admin/ui/problem.tsx';
import { COMPOSER_MESSAGES as messages } from './messages.ts';

const PATH = 'reply-templates';

const LABELS = { name: messages.templateName, body: messages.templateText };

type Edited = NewTemplate & { id?: string };
type EditorProps = { template: Edited; onClose: () => void; onSaved: () => void };

function TemplateEditor({ template: { id, name, body }, onClose, onSaved }: EditorProps) {
  const form = useForm({
    schema: newTemplateSchema,
    initial: { name, body },
    draft: `${PATH}/${id ?? ''}`,
    async save(template) {
      if (id) await sendJson('PATCH', `${PATH}/${id}`, template);
      else await sendJson('POST', PATH, template);
    },
    onSaved,
  });
  const field = fieldsOf(form, LABELS);
  return (
    <FormDialog
      title={id ? messages.editTemplate(name) : messages.newTemplate}
      size="medium"
      {...{ form, onClose }}
      labels={LABELS}
      saveLabel={messages.saveTemplate}
    >
      <TextField {...field('name')} maxLength={TEMPLATE_LIMITS.name} />
      <TextAreaField
        {...field('body')}
        hint={messages.variables}
        rows={8}
        maxLength={TEMPLATE_LIMITS.body}
      />
    </FormDialog>
  );
}

type Props = { values: TemplateValues; text: string; onInsert: (text: string) => void };

export function Templates({ values, text, onInsert }: Props) {
  const { data, reload } = useApiQuery<{ items: ReplyTemplate[] }>(PATH);
  const [failure, setFailure] = useState<string | null>(null);
  const [edited, setEdited] = useState<Edited | null>(null);
  const confirm = useConfirm();
  const notify = useNotify();

  async function remove({ id, name }: ReplyTemplate) {
    if (!(await confirm(messages.deleteQuestion(name)))) return;
    setFailure(null);
    try {
      await sendJson('DELETE', `${PATH}/${id}`);
      notify.success(messages.templateDeleted);
      await reload();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : messages.templateFailed);
      notify.error(messages.templateFailed);
    }
  }

  return (
    <div role="group" aria-label={messages.templates} className="card grid gap-3 p-3">
      <Problem>{failure}</Problem>
      {data?.items.length === 0 && <p className="text-ink-muted">{messages.noTemplates}</p>}
      <ul className="grid max-h-64 gap-1 overflow-y-auto">
        {data?.items.map((template) => (
          <li key={template.id}>
            <span className="flex items-center gap-1">
              <span className="min-w-0 grow wrap-anywhere">
                <LinkButton onClick={() => onInsert(fillTemplate(template.body, values))}>
                  {template.name}
                </LinkButton>
              </span>
              <IconButton
                label={messages.editTemplate(template.name)}
                icon={Pencil}
                onClick={() => setEdited(template)}
              />
              <IconButton
                label={messages.deleteTemplate(template.name)}
                icon={Trash2}
                onClick={() => void remove(template)}
              />
            </span>
          </li>
        ))}
      </ul>
      <Button className="w-fit" onClick={() => setEdited({ name: '', body: text })}>
        {text.trim() === '' ? messages.newTemplate : messages.saveAsTemplate}
      </Button>
      {edited && (
        <TemplateEditor
          template={edited}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null);
            notify.success(messages.templateSaved);
            void reload();
          }}
        />
      )}
    </div>
  );
}
