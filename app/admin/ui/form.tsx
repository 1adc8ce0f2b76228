import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import { describedBy, Field, FieldHint } from '#app/components/form/field.tsx';
import type { Form } from '#app/admin/data/use-form.ts';
import { formatCount } from './format-count.ts';
import { UploadContext } from '#app/admin/data/uploads.ts';
import { Button, LinkButton } from './button.tsx';
import { Dialog } from './dialog.tsx';

export { type Form, useForm } from '#app/admin/data/use-form.ts';

/** The id of the control of a field, for labels and links to it. */
export function fieldId(name: string): string {
  return `field-${name}`;
}

type FieldProps = {
  // The fields of a form are of many types; each control reads and writes its own.
  // oxlint-disable-next-line typescript/no-explicit-any -- variance: a form of any values fits
  form: Form<any>;
  name: string;
  label: string;
  hint?: ReactNode;
};

type FormFieldProps = FieldProps & Pick<ComponentProps<typeof Field>, 'children'>;

/** A field of a form around a control of any kind. */
export function FormField({ form, name, ...field }: FormFieldProps) {
  return <Field id={fieldId(name)} name={name} error={form.errors[name]} {...field} />;
}

type LimitProps = { text: string; max: number | undefined };

/** The schema holds the limit, not the control: a browser cuts what is pasted without a word. */
function Limit({ text, max }: LimitProps) {
  const count = Array.from(text.trim()).length;
  if (max === undefined || count <= max) return null;
  return (
    <p role="status" className="text-sm font-medium text-alert tabular-nums">
      {`${formatCount(count)} of at most ${formatCount(max)} characters`}
    </p>
  );
}

/** What only the control takes of the properties of a field. */
type Own<T extends 'input' | 'textarea'> = FieldProps & Omit<ComponentProps<T>, keyof FieldProps>;

export function TextField({ form, name, label, hint, maxLength, ...input }: Own<'input'>) {
  return (
    <FormField form={form} name={name} label={label} hint={hint}>
      {(control) => (
        <>
          <input
            {...control}
            type="text"
            autoComplete="off"
            value={String(form.values[name] ?? '')}
            onChange={(event) => form.setValue(name, event.target.value)}
            className="field"
            {...input}
          />
          <Limit text={String(form.values[name] ?? '')} max={maxLength} />
        </>
      )}
    </FormField>
  );
}

export function TextAreaField(props: Own<'textarea'>) {
  const { form, name, label, hint, maxLength, ...textarea } = props;
  return (
    <FormField form={form} name={name} label={label} hint={hint}>
      {(control) => (
        <>
          <textarea
            {...control}
            rows={4}
            value={String(form.values[name] ?? '')}
            onChange={(event) => form.setValue(name, event.target.value)}
            className="field"
            {...textarea}
          />
          <Limit text={String(form.values[name] ?? '')} max={maxLength} />
        </>
      )}
    </FormField>
  );
}

/** An empty or unreadable number becomes NaN, which every schema rejects. */
export function NumberField(props: FieldProps & { min?: number; max?: number }) {
  const value = props.form.values[props.name];
  return (
    <TextField
      type="number"
      inputMode="numeric"
      step={1}
      {...props}
      value={typeof value === 'number' && !Number.isNaN(value) ? value : ''}
      onChange={(event) => props.form.setValue(props.name, event.target.valueAsNumber)}
      className="field max-w-32 tabular-nums"
    />
  );
}

type SelectFieldProps = FieldProps & { options: readonly { value: string; label: string }[] };

export function SelectField({ options, ...props }: SelectFieldProps) {
  const { form, name } = props;
  return (
    <FormField {...props}>
      {(control) => (
        <select
          {...control}
          value={String(form.values[name] ?? '')}
          onChange={(event) => form.setValue(name, event.target.value)}
          className="field"
        >
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </FormField>
  );
}

/** On or off, for a value that is true or false. */
export function SwitchField({ form, name, label, hint }: FieldProps) {
  const id = fieldId(name);
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="flex w-fit items-center gap-3 font-medium">
        <input
          id={id}
          name={name}
          aria-describedby={describedBy(Boolean(hint) && `${id}-hint`)}
          type="checkbox"
          role="switch"
          aria-checked={form.values[name] === true}
          checked={form.values[name] === true}
          onChange={(event) => form.setValue(name, event.target.checked)}
          className="admin-switch"
        />
        {label}
      </label>
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
    </div>
  );
}

type FormFieldsProps = {
  // oxlint-disable-next-line typescript/no-explicit-any -- variance: a form of any values fits
  form: Form<any>;
  /** The names of the fields as people read them. */
  labels: Record<string, string>;
};

type FormErrorsProps = FormFieldsProps & {
  /** For fields that may be out of sight; whoever passes it moves the focus as well. */
  onGoTo?: (name: string) => void;
};

/** The error summary: takes the focus after a rejected attempt and leads to the fields. */
export function FormErrors({ form, labels, onGoTo }: FormErrorsProps) {
  const box = useRef<HTMLDivElement>(null);
  const takesFocus = !onGoTo;
  useEffect(() => {
    if (takesFocus && form.rejections > 0) box.current?.focus();
  }, [form.rejections, takesFocus]);
  const fields = Object.entries(form.errors);
  if (fields.length === 0 && !form.formError) return null;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="card border-s-4 border-s-alert p-4 outline-offset-2"
    >
      <p className="font-semibold">There is a problem</p>
      {form.formError && <p>{form.formError}</p>}
      <ul className="list-disc ps-5">
        {fields.map(([name, message]) => (
          <li key={name}>
            {!(name in labels) ? (
              `${name}: ${message}`
            ) : onGoTo ? (
              <LinkButton onClick={() => onGoTo(name)}>{message}</LinkButton>
            ) : (
              <a href={`#${fieldId(name)}`} className="link">
                {message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function show(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value === null || value === undefined || value === '') return '(empty)';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Somebody else saved first: what both have changed in both versions, and the two ways on. */
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
      <p className="font-semibold">Somebody else has changed this in the meantime</p>
      <div
        role="region"
        aria-label="Both versions"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys (WCAG 2.1.1)
        tabIndex={0}
        className="max-h-72 overflow-auto"
      >
        <table className="admin-table">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Yours</th>
              <th scope="col">Saved now</th>
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
        <Button onClick={() => form.takeNewer(conflict)}>Reload</Button>
        <Button onClick={() => void form.overwrite()} variant="danger">
          Overwrite
        </Button>
      </div>
    </div>
  );
}

/** Says beside the button why a save waits, or what it left out. */
// oxlint-disable-next-line typescript/no-explicit-any -- variance: a form of any values fits
export function FormNotice({ form }: { form: Form<any> }) {
  return (
    <p role="status" className="me-auto self-center font-medium">
      {form.notice}
    </p>
  );
}

type FormDialogProps = FormFieldsProps & {
  title: string;
  onClose: () => void;
  saveLabel: string;
  children: ReactNode;
};

/** A form in a dialog: Ctrl/Cmd+S saves, closing asks while there are unsaved changes. Render it only while it is open. */
export function FormDialog({ title, form, labels, onClose, saveLabel, children }: FormDialogProps) {
  const id = useId();
  return (
    <Dialog
      title={title}
      isOpen
      size="large"
      isDirty={form.isDirty}
      onSave={() => void form.submit()}
      onClose={onClose}
      footer={
        <>
          <FormNotice form={form} />
          <Button type="submit" form={id} isDisabled={form.isSaving} variant="primary">
            {form.isSaving ? 'Saving...' : saveLabel}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
        className="grid gap-4"
      >
        <FormErrors form={form} labels={labels} />
        <ConflictView form={form} labels={labels} />
        <UploadContext value={form.uploads.run}>{children}</UploadContext>
      </form>
    </Dialog>
  );
}
