import { Pencil, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { ReplyTemplate } from '#shared/conversations/admin-schema.ts';
import {
  fillTemplate,
  TEMPLATE_LIMITS,
  TEMPLATE_VARIABLES,
  type TemplateValues,
} from '#shared/conversations/values.ts';
import { sendJson } from '#app/admin/data/api.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { Button, IconButton, LinkButton } from '#app/admin/ui/button.tsx';
import { useConfirm } from '#app/admin/ui/dialog.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { Problem } from '#app/admin/ui/problem.tsx';
import { COMPOSER_MESSAGES as messages } from './messages.ts';

const PATH = 'reply-templates';

type NameFormProps = {
  label: string;
  save: string;
  initial?: string;
  onSave: (name: string) => void;
};

function NameForm({ label, save, initial = '', onSave }: NameFormProps) {
  const id = useId();
  const [name, setName] = useState(initial);
  return (
    <form
      className="grid gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onSave(name.trim());
      }}
    >
      <label htmlFor={id}>{label}</label>
      <div className="flex gap-2">
        <input
          id={id}
          className="field min-w-0"
          autoComplete="off"
          maxLength={TEMPLATE_LIMITS.name}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" isDisabled={name.trim() === ''}>
          {save}
        </Button>
      </div>
    </form>
  );
}

type Props = { values: TemplateValues; text: string; onInsert: (text: string) => void };

export function Templates({ values, text, onInsert }: Props) {
  const { data, reload } = useApiQuery<{ items: ReplyTemplate[] }>(PATH);
  const [failure, setFailure] = useState<string | null>(null);
  const [renamed, setRenamed] = useState<string | null>(null);
  const confirm = useConfirm();
  const notify = useNotify();

  async function attempt(work: () => Promise<unknown>, done: string) {
    setFailure(null);
    try {
      await work();
      notify.success(done);
      setRenamed(null);
      await reload();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : messages.templateFailed);
      notify.error(messages.templateFailed);
    }
  }
  const save = (method: 'POST' | 'PATCH', path: string, body: object) =>
    void attempt(() => sendJson(method, path, body), messages.templateSaved);

  async function remove({ id, name }: ReplyTemplate) {
    if (!(await confirm(messages.deleteQuestion(name)))) return;
    await attempt(() => sendJson('DELETE', `${PATH}/${id}`), messages.templateDeleted);
  }

  return (
    <div role="group" aria-label={messages.templates} className="card grid gap-3 p-3">
      <Problem>{failure}</Problem>
      {data?.items.length === 0 && <p className="text-ink-muted">{messages.noTemplates}</p>}
      <ul className="grid max-h-64 gap-1 overflow-y-auto">
        {data?.items.map((template) => (
          <li key={template.id}>
            {renamed === template.id ? (
              <NameForm
                label={messages.newName(template.name)}
                save={messages.saveName}
                initial={template.name}
                onSave={(name) => save('PATCH', `${PATH}/${template.id}`, { name })}
              />
            ) : (
              <span className="flex items-center gap-1">
                <span className="min-w-0 grow wrap-anywhere">
                  <LinkButton onClick={() => onInsert(fillTemplate(template.body, values))}>
                    {template.name}
                  </LinkButton>
                </span>
                <IconButton
                  label={messages.renameTemplate(template.name)}
                  icon={Pencil}
                  onClick={() => setRenamed(template.id)}
                />
                <IconButton
                  label={messages.deleteTemplate(template.name)}
                  icon={Trash2}
                  onClick={() => void remove(template)}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-muted">{messages.variables(TEMPLATE_VARIABLES)}</p>
      {text.trim() !== '' && (
        <NameForm
          label={messages.templateName}
          save={messages.saveTemplate}
          onSave={(name) => save('POST', PATH, { name, body: text })}
        />
      )}
    </div>
  );
}
