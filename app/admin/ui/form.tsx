import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { FORM_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { describedBy, Field, FieldHint } from '#app/components/form/field.tsx';
import type { Form } from '#app/admin/data/use-form.ts';
import { formatCount } from './format-count.ts';
import { UploadContext } from '#app/admin/data/uploads.ts';
import { Button, LinkButton, PlainButton } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { CONFLICT_MESSAGES, FIELD_MESSAGES } from './messages.ts';
import { passFocusOn } from './problem.tsx';
import { Switch } from './switch.tsx';

export { type Form, useForm } from '#app/admin/data/use-form.ts';

export function fieldId(name: string): string {
  return `field-${name}`;
}

// oxlint-disable-next-line typescript/no-explicit-any -- variance: a form of any values fits
export type AnyForm = Form<any>;

export type FieldProps = {
  form: AnyForm;
  name: string;
  label: string;
  hint?: ReactNode;
};

export function fieldsOf<Values extends Record<string, unknown>>(
  form: Form<Values>,
  labels: Record<keyof Values, string>,
) {
  return (name: keyof Values & string) => ({ form, name, label: labels[name] });
}

type FormFieldProps = FieldProps & Pick<ComponentProps<typeof Field>, 'children'>;
type Control = Parameters<FormFieldProps['children']>[0];

export function FormField({ form, name, ...field }: FormFieldProps) {
  return <Field id={fieldId(name)} name={name} error={form.errors[name]} {...field} />;
}

/** Without `maxLength`, as browsers truncate pasted text silently. */
function Limit({ text, max }: { text: string; max: number | undefined }) {
  const count = Array.from(text.trim()).length;
  if (max === undefined || count <= max) return null;
  return (
    <p role="status" className="text-sm font-medium text-alert tabular-nums">
      {FIELD_MESSAGES.characters(formatCount(count), formatCount(max))}
    </p>
  );
}

type TextControl = { value: string; onChange: (event: { target: { value: string } }) => void };

type LimitedFieldProps = FieldProps & {
  maxLength: number | undefined;
  children: (control: Control & TextControl) => ReactNode;
};

function LimitedField({ maxLength, children, ...field }: LimitedFieldProps) {
  const { form, name } = field;
  const value = String(form.values[name] ?? '');
  const onChange: TextControl['onChange'] = ({ target }) => form.setValue(name, target.value);
  return (
    <FormField {...field}>
      {(control) => (
        <>
          {children({ ...control, value, onChange })}
          <Limit text={value} max={maxLength} />
        </>
      )}
    </FormField>
  );
}

type Own<T extends 'input' | 'textarea' | 'select'> = FieldProps &
  Omit<ComponentProps<T>, keyof FieldProps>;

export function TextField({ form, name, label, hint, maxLength, ...input }: Own<'input'>) {
  const Input = input.type === 'password' ? PasswordInput : 'input';
  return (
    <LimitedField {...{ form, name, label, hint, maxLength }}>
      {(control) => (
        <Input {...control} type="text" autoComplete="off" className="field" {...input} />
      )}
    </LimitedField>
  );
}

function PasswordInput(props: ComponentProps<'input'>) {
  const [isShown, setIsShown] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const sent = new AbortController();
    const { form } = input.current ?? {};
    form?.addEventListener('submit', () => setIsShown(false), { signal: sent.signal });
    return () => sent.abort();
  }, []);
  return (
    <span className="relative grid">
      <input
        {...props}
        ref={input}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className="field pe-18"
      />
      <PlainButton
        onClick={() => setIsShown(!isShown)}
        className="absolute inset-y-0 end-0 min-w-16 rounded px-3 font-medium text-accent outline-offset-[-2px] hover:underline"
      >
        {isShown ? FIELD_MESSAGES.hide : FIELD_MESSAGES.show}
        <span className="sr-only">{FIELD_MESSAGES.shownPassword}</span>
      </PlainButton>
    </span>
  );
}

export function TextAreaField(props: Own<'textarea'>) {
  const { form, name, label, hint, maxLength, ...textarea } = props;
  return (
    <LimitedField {...{ form, name, label, hint, maxLength }}>
      {(control) => <textarea {...control} rows={4} className="field" {...textarea} />}
    </LimitedField>
  );
}

type NumberFieldProps = FieldProps & { min?: number; max?: number; isOptional?: boolean };

/** An unreadable number becomes NaN, which every schema rejects, and so does an empty one unless it is optional. */
export function NumberField({ isOptional, ...props }: NumberFieldProps) {
  const value = props.form.values[props.name];
  return (
    <TextField
      type="number"
      inputMode="numeric"
      step={isOptional ? 'any' : 1}
      {...props}
      value={typeof value === 'number' && !Number.isNaN(value) ? value : ''}
      onChange={({ target }) => {
        const isEmpty = isOptional && target.value === '' && !target.validity.badInput;
        props.form.setValue(props.name, isEmpty ? null : target.valueAsNumber);
      }}
      className="field max-w-32 tabular-nums"
    />
  );
}

type SelectFieldProps = Own<'select'> & { options: readonly { value: unknown; label: string }[] };

export function SelectField({ options, form, name, label, hint, ...select }: SelectFieldProps) {
  return (
    <FormField {...{ form, name, label, hint }}>
      {(control) => (
        <select
          {...control}
          value={String(form.values[name])}
          onChange={(event) => form.setValue(name, options[event.target.selectedIndex]?.value)}
          className="field"
          {...select}
        >
          {options.map(({ value, label: text }) => (
            <option key={text} value={String(value)}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FormField>
  );
}

export function SwitchField({ form, name, label, hint }: FieldProps) {
  const id = fieldId(name);
  return (
    <div className="grid gap-1">
      <Switch
        id={id}
        name={name}
        aria-describedby={describedBy(Boolean(hint) && `${id}-hint`)}
        label={label}
        isOn={form.values[name] === true}
        onChange={(isOn) => form.setValue(name, isOn)}
      />
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
    </div>
  );
}

type FormFieldsProps = { form: AnyForm; labels: Record<string, string> };

type FormErrorsProps = FormFieldsProps & {
  /** For fields that may be hidden; moves the focus as well. */
  onGoTo?: (name: string) => void;
};

export function FormErrors({ form, labels, onGoTo }: FormErrorsProps) {
  const box = useRef<HTMLDivElement>(null);
  const takesFocus = !onGoTo;
  useEffect(() => {
    if (takesFocus && form.rejections > 0) box.current?.focus();
  }, [form.rejections, takesFocus]);
  const fields = Object.entries(form.errors);
  if (fields.length === 0 && !form.formError) return null;
  // The server repeats the message of a single field for the whole form.
  const isRepeated = fields.some(([, message]) => message === form.formError);
  return (
    <div ref={passFocusOn}>
      <div
        ref={box}
        role="alert"
        tabIndex={-1}
        className="card border-s-4 border-s-alert p-4 outline-offset-2"
      >
        <p className="font-semibold">{FIELD_MESSAGES.problem}</p>
        {form.formError && !isRepeated && <p>{form.formError}</p>}
        <ul className="list-disc ps-5">
          {fields.map(([name, message]) => {
            const [field = '', index] = name.split('.');
            const label = labels[field] ?? field;
            const text = index
              ? FIELD_MESSAGES.problemOfEntry(label, Number(index), message)
              : message;
            return (
              <li key={name} className="py-0.5">
                {field in labels ? (
                  <a
                    href={`#${fieldId(name)}`}
                    onClick={(event) => {
                      // A fragment would add an entry to the history.
                      event.preventDefault();
                      if (onGoTo) onGoTo(name);
                      else document.getElementById(fieldId(name))?.focus();
                    }}
                    className="link"
                  >
                    {text}
                  </a>
                ) : (
                  FIELD_MESSAGES.problemOf(name, message)
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

function showRecord(record: object): string {
  return Object.values(record)
    .map((value: unknown) => (Array.isArray(value) ? value.map(showRecord).join('; ') : value))
    .filter(Boolean)
    .join(', ');
}

function show(value: unknown): string {
  if (typeof value === 'boolean') return value ? CONFLICT_MESSAGES.yes : CONFLICT_MESSAGES.no;
  const text = Array.isArray(value) ? value.map(showRecord).join('\n') : value;
  if (text === null || text === undefined || text === '') return CONFLICT_MESSAGES.empty;
  return typeof text === 'string' ? text : JSON.stringify(text);
}

export function ConflictView({ form, labels }: FormFieldsProps) {
  const box = useRef<HTMLDivElement>(null);
  const { conflict } = form;
  const hasConflict = conflict !== null;
  useEffect(() => {
    if (hasConflict) box.current?.focus();
  }, [hasConflict]);
  if (!conflict) return null;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="card grid gap-3 border-s-4 border-s-warn p-4 outline-offset-2"
    >
      <p className="font-semibold">{CONFLICT_MESSAGES.heading}</p>
      <div
        role="region"
        aria-label={CONFLICT_MESSAGES.label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys (WCAG 2.1.1)
        tabIndex={0}
        className="max-h-72 overflow-auto"
      >
        <table className="admin-table">
          <thead>
            <tr>
              <th scope="col">{CONFLICT_MESSAGES.field}</th>
              <th scope="col">{CONFLICT_MESSAGES.own}</th>
              <th scope="col">{CONFLICT_MESSAGES.saved}</th>
            </tr>
          </thead>
          <tbody>
            {conflict.fields.map((name) => (
              <tr key={name}>
                <th scope="row">{labels[name] ?? name}</th>
                <td className="max-w-80 whitespace-pre-wrap wrap-anywhere">
                  {show(form.values[name])}
                </td>
                <td className="max-w-80 whitespace-pre-wrap wrap-anywhere">
                  {show(conflict.values[name])}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => form.takeNewer(conflict)}>{CONFLICT_MESSAGES.reload}</Button>
        <Button onClick={() => void form.overwrite()} variant="danger">
          {CONFLICT_MESSAGES.overwrite}
        </Button>
      </div>
    </div>
  );
}

export function FormNotice({ form }: { form: AnyForm }) {
  return (
    <p role="status" className="me-auto self-center font-medium">
      {form.notice}{' '}
      {form.discardDraft && (
        <LinkButton onClick={form.discardDraft}>{FORM_MESSAGES.discardDraft}</LinkButton>
      )}
    </p>
  );
}

type FormBodyProps = FormFieldsProps & Omit<ComponentProps<'form'>, keyof FormFieldsProps>;

export function FormBody({ form, labels, children, ...props }: FormBodyProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
      className="grid gap-4"
      {...props}
    >
      <FormErrors form={form} labels={labels} />
      <ConflictView form={form} labels={labels} />
      <UploadContext value={form.uploads.run}>{children}</UploadContext>
    </form>
  );
}

type SubmitButtonProps = {
  form: AnyForm;
  formId?: string;
  label: string;
  savingLabel?: string;
  variant?: 'primary' | 'danger';
};

export function SubmitButton(props: SubmitButtonProps) {
  const { form, formId, label, savingLabel = FIELD_MESSAGES.saving, variant = 'primary' } = props;
  return (
    <Button type="submit" form={formId} isDisabled={form.isSaving} variant={variant}>
      {form.isSaving ? savingLabel : label}
    </Button>
  );
}

type FormDialogProps = FormFieldsProps & {
  title: string;
  onClose: () => void;
  saveLabel: string;
  aside?: ReactNode;
  children: ReactNode;
} & Pick<ComponentProps<typeof Dialog>, 'isOpenAt' | 'isReading' | 'size'>;

/** Ctrl/Cmd+S saves without closing. Render it only while it is open. */
export function FormDialog(props: FormDialogProps) {
  const { form, labels, saveLabel, aside, children, size = 'large', ...dialog } = props;
  const id = useId();
  return (
    <Dialog
      {...dialog}
      size={size}
      isDirty={form.isDirty}
      onSave={() => void form.submit({ stays: true })}
      footer={
        <>
          {aside}
          <FormNotice form={form} />
          <SubmitButton form={form} formId={id} label={saveLabel} />
        </>
      }
    >
      <FormBody id={id} form={form} labels={labels}>
        {children}
      </FormBody>
    </Dialog>
  );
}
