import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { Form } from '#app/admin/data/use-form.ts';
import { UploadContext } from '#app/admin/data/uploads.ts';
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

type FrameProps = FieldProps & { children: ReactNode };

/** Label, hint and error around a control that carries `fieldId(name)`. */
export function FieldFrame({ form, name, label, hint, children }: FrameProps) {
  const error = form.errors[name];
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={fieldId(name)} className="font-medium">
        {label}
      </label>
      {hint && (
        <p id={`${fieldId(name)}-hint`} className="text-ink-muted">
          {hint}
        </p>
      )}
      {children}
      {error && (
        <p id={`${fieldId(name)}-error`} className="font-medium text-alert">
          {error}
        </p>
      )}
    </div>
  );
}

/** What a control of `FieldFrame` must carry. */
export function controlProps({ form, name, hint }: FieldProps) {
  const error = form.errors[name];
  const describedBy = [hint && `${fieldId(name)}-hint`, error && `${fieldId(name)}-error`].filter(
    Boolean,
  );
  return {
    id: fieldId(name),
    name,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy.length > 0 ? describedBy.join(' ') : undefined,
  };
}

type TextFieldProps = FieldProps & {
  type?: 'text' | 'url' | 'email' | 'password' | 'datetime-local';
  maxLength?: number;
  autoComplete?: string;
  placeholder?: string;
  onBlur?: () => void;
};

export function TextField(props: TextFieldProps) {
  const { form, name, type = 'text', maxLength, autoComplete = 'off', placeholder, onBlur } = props;
  return (
    <FieldFrame {...props}>
      <input
        {...controlProps(props)}
        type={type}
        maxLength={maxLength}
        autoComplete={autoComplete}
        placeholder={placeholder}
        value={String(form.values[name] ?? '')}
        onChange={(event) => form.setValue(name, event.target.value)}
        onBlur={onBlur}
        className="admin-field"
      />
    </FieldFrame>
  );
}

type TextAreaFieldProps = FieldProps & { rows?: number; maxLength?: number };

export function TextAreaField(props: TextAreaFieldProps) {
  const { form, name, rows = 4, maxLength } = props;
  return (
    <FieldFrame {...props}>
      <textarea
        {...controlProps(props)}
        rows={rows}
        maxLength={maxLength}
        value={String(form.values[name] ?? '')}
        onChange={(event) => form.setValue(name, event.target.value)}
        className="admin-field"
      />
    </FieldFrame>
  );
}

type NumberFieldProps = FieldProps & { min?: number; max?: number };

/** An empty or unreadable number becomes NaN, which every schema refuses. */
export function NumberField(props: NumberFieldProps) {
  const { form, name, min, max } = props;
  const value = form.values[name];
  return (
    <FieldFrame {...props}>
      <input
        {...controlProps(props)}
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        step={1}
        value={typeof value === 'number' && !Number.isNaN(value) ? value : ''}
        onChange={(event) => form.setValue(name, event.target.valueAsNumber)}
        className="admin-field max-w-32 tabular-nums"
      />
    </FieldFrame>
  );
}

type SelectFieldProps = FieldProps & { options: readonly { value: string; label: string }[] };

export function SelectField(props: SelectFieldProps) {
  const { form, name, options } = props;
  return (
    <FieldFrame {...props}>
      <select
        {...controlProps(props)}
        value={String(form.values[name] ?? '')}
        onChange={(event) => form.setValue(name, event.target.value)}
        className="admin-field"
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** On or off, for a value that is true or false. */
export function SwitchField(props: FieldProps) {
  const { form, name, label, hint } = props;
  return (
    <div className="grid gap-1">
      <label htmlFor={fieldId(name)} className="flex w-fit items-center gap-3 font-medium">
        <input
          {...controlProps(props)}
          type="checkbox"
          role="switch"
          aria-checked={form.values[name] === true}
          checked={form.values[name] === true}
          onChange={(event) => form.setValue(name, event.target.checked)}
          className="admin-switch"
        />
        {label}
      </label>
      {hint && (
        <p id={`${fieldId(name)}-hint`} className="text-ink-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

type FormFieldsProps = {
  // oxlint-disable-next-line typescript/no-explicit-any -- variance: a form of any values fits
  form: Form<any>;
  /** The names of the fields as people read them. */
  labels: Record<string, string>;
};

/** The error summary: takes the focus after a refused attempt and leads to the fields. */
export function FormErrors({ form, labels }: FormFieldsProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (form.refusals > 0) box.current?.focus();
  }, [form.refusals]);
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
            <a href={`#${fieldId(name)}`} className="link">
              {name in labels ? message : `${name}: ${message}`}
            </a>
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

/** Somebody else saved first: both versions of what differs, and the two ways on. */
export function ConflictView({ form, labels }: FormFieldsProps) {
  const box = useRef<HTMLDivElement>(null);
  const { conflict } = form;
  useEffect(() => {
    if (conflict) box.current?.focus();
  }, [conflict]);
  if (!conflict) return null;
  const current = conflict.values as Record<string, unknown>;
  const differing = Object.keys(labels).filter(
    (name) => JSON.stringify(current[name]) !== JSON.stringify(form.values[name]),
  );
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
            {differing.map((name) => (
              <tr key={name}>
                <th scope="row">{labels[name]}</th>
                <td className="max-w-80 whitespace-pre-wrap wrap-anywhere">
                  {show(form.values[name])}
                </td>
                <td className="max-w-80 whitespace-pre-wrap wrap-anywhere">
                  {show(current[name])}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          onClick={form.takeCurrent}
          className="admin-button admin-button-secondary"
        >
          Reload
        </button>
        <button
          type="button"
          onClick={() => void form.overwrite()}
          className="admin-button admin-button-danger"
        >
          Overwrite
        </button>
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
          <button
            type="submit"
            form={id}
            aria-disabled={form.isSaving}
            className="admin-button admin-button-primary"
          >
            {form.isSaving ? 'Saving...' : saveLabel}
          </button>
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
