import { useState } from 'react';
import { useUnsaved } from '#app/admin/data/unsaved.ts';
import { Button, PlainButton } from '#app/admin/ui/button.tsx';
import {
  type AnyForm,
  fieldId,
  NumberField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from '#app/admin/ui/form.tsx';
import { ImageField } from '#app/admin/ui/image/image-field.tsx';
import { ItemsField } from './items-field.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { COBALT, HEX_COLOR } from '#shared/brand/accent.ts';
import { MAX_URL_CHARACTERS } from '#shared/common/web-url.ts';
import {
  buildEmpty,
  type Field,
  findOnlyRequired,
  listFields,
} from '#shared/site-content/fields.ts';
import type { Variables } from '#shared/site-content/variables.ts';
import { CONTENT_FIELD_MESSAGES as messages } from '#app/admin/ui/messages.ts';

type Props = {
  form: AnyForm;
  name: string;
  field: Field;
  /** Name of the record, which its images show. */
  subject?: string;
};

export function ContentField(props: Props) {
  const { name, field } = props;
  const { label, variables } = field;
  if (!variables || Object.keys(variables).length === 0) return <Control {...props} />;
  return (
    <div className="grid gap-2">
      <Control {...props} />
      <VariableChips id={fieldId(name)} label={label} variables={variables} />
    </div>
  );
}

type ChipsProps = { id: string; label: string; variables: Variables };

function VariableChips({ id, label, variables }: ChipsProps) {
  return (
    <ul aria-label={messages.variables(label)} className="flex flex-wrap gap-1.5">
      {Object.entries(variables).map(([name, meaning]) => (
        <li key={name}>
          <PlainButton
            aria-label={messages.insert(name, meaning)}
            onClick={() => insertAtCursor(id, `{${name}}`)}
            className="inline-flex min-h-8 flex-wrap items-center gap-x-1.5 rounded border border-line px-2 text-start text-sm text-ink-muted hover:border-line-strong hover:text-ink pointer-coarse:min-h-11"
          >
            <span className="font-mono">{`{${name}}`}</span>
            {meaning}
          </PlainButton>
        </li>
      ))}
    </ul>
  );
}

/** Through the DOM, so that the cursor stays behind the variable. */
function insertAtCursor(id: string, text: string): void {
  const input = document.getElementById(id) as HTMLInputElement | HTMLTextAreaElement | null;
  if (!input) return;
  const { selectionStart, selectionEnd, value } = input;
  input.setRangeText(text, selectionStart ?? value.length, selectionEnd ?? value.length, 'end');
  input.dispatchEvent(new Event('input', { bubbles: true }));
  input.focus();
}

function Control({ form, name, field, subject }: Props) {
  const { label, help: hint, input, max, options = [], item, itemLabel = label } = field;
  const { rows = 3, folder = 'uploads', isRound } = field;
  const common = { form, name, label, hint };
  switch (input) {
    case 'hidden':
      return null;
    case 'text':
      return <TextAreaField {...common} maxLength={max} rows={rows} />;
    case 'number':
      return <NumberField {...common} isOptional={field.empty === null} />;
    case 'switch':
      return <SwitchField {...common} />;
    case 'choice':
      return <SelectField {...common} options={options} />;
    case 'date':
      return <TextField {...common} type="date" className="field max-w-48" />;
    case 'color':
      return (
        <div className="grid gap-2">
          <TextField {...common} maxLength={max} className="field max-w-48" />
          <input
            type="color"
            aria-label={messages.pick(label)}
            value={HEX_COLOR.test(form.values[name]) ? form.values[name] : COBALT.light.accent}
            onChange={({ target }) => form.setValue(name, target.value)}
            className="field max-w-48 p-1"
          />
        </div>
      );
    case 'image':
      return (
        <ImageField
          {...common}
          folder={folder}
          alt={subject && messages.imageOf(label, subject)}
          crop={isRound ? 'aspect-square rounded-full' : undefined}
        />
      );
    case 'url':
      return (
        <TextField {...common} type="url" placeholder="https://" maxLength={MAX_URL_CHARACTERS} />
      );
    case 'lines':
      return <LinesField {...common} />;
    case 'items': {
      if (!item) return null;
      const required = findOnlyRequired(item);
      return (
        <>
          <ItemsField {...common} itemLabel={itemLabel} max={max ?? 0} blank={buildEmpty(item)}>
            {(itemForm, nameOf) =>
              listFields(item).map(([each, described]) => (
                <ContentField key={each} form={itemForm} name={nameOf(each)} field={described} />
              ))
            }
          </ItemsField>
          {required && (
            <AddSeveral
              label={messages.lines(label)}
              onAdd={(lines) => {
                const added = lines.map((line) => ({ ...buildEmpty(item), [required]: line }));
                form.setValue(name, [...(form.values[name] as object[]), ...added]);
              }}
            />
          )}
        </>
      );
    }
    default:
      return <TextField {...common} maxLength={max} />;
  }
}

function LinesField({ form, name, ...field }: Omit<Props, 'field'> & { label: string }) {
  const lines = form.values[name] as string[];
  return (
    <TextAreaField
      form={form}
      name={name}
      {...field}
      rows={Math.max(3, lines.length + 1)}
      value={lines.join('\n')}
      onChange={({ target }) => form.setValue(name, target.value.split('\n'))}
    />
  );
}

type SeveralProps = { label: string; onAdd: (lines: string[]) => void };

/** Adds an entry for each line, also for those that the form then rejects. */
function AddSeveral({ label, onAdd }: SeveralProps) {
  const [text, setText] = useState('');
  const notify = useNotify();
  useUnsaved(text !== '');

  function add() {
    const lines = text.split('\n').flatMap((line) => line.trim() || []);
    onAdd(lines);
    setText('');
    notify.success(messages.added(lines.length));
  }

  return (
    <details>
      <summary className="link w-fit py-1 pointer-coarse:py-3">{messages.several}</summary>
      <textarea
        aria-label={label}
        rows={6}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="field my-2"
      />
      <Button onClick={add}>{messages.addLines}</Button>
    </details>
  );
}
