import type { ComponentProps, ReactNode } from 'react';
import { FORM_MESSAGES } from './messages.ts';

type FieldFacts = {
  id: string;
  label: string;
  isOptional?: boolean | undefined;
  hint?: ReactNode;
  error: string | undefined;
};

export function describedBy(...ids: (string | false | undefined)[]): string | undefined {
  return ids.filter(Boolean).join(' ') || undefined;
}

export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="max-w-text text-sm text-ink-muted">
      {children}
    </p>
  );
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-2 text-sm font-medium text-alert">
      <svg viewBox="0 0 16 16" aria-hidden="true" className="mt-0.5 size-4 shrink-0">
        <path
          d="M8 1 15.5 14H.5z"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
        />
        <path d="M8 6v4M8 11.5v.5" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
      </svg>
      <span className="min-w-0 wrap-anywhere">
        <span className="sr-only">{FORM_MESSAGES.error}</span>
        {children}
      </span>
    </p>
  );
}

type Control = Pick<ComponentProps<'input'>, 'id' | 'name' | 'aria-invalid' | 'aria-describedby'>;

type FieldProps = FieldFacts & { name?: string; children: (control: Control) => ReactNode };

export function Field(props: FieldProps) {
  const { id, name = id, label, isOptional, hint, error, children } = props;
  return (
    <div className="grid scroll-mt-12 grid-cols-1 content-start gap-2">
      <label htmlFor={id} className="justify-self-start font-medium">
        {label}
        {isOptional && <span className="font-normal text-ink-muted">{FORM_MESSAGES.optional}</span>}
      </label>
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {children({
        id,
        name,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy(Boolean(hint) && `${id}-hint`, error && `${id}-error`),
      })}
    </div>
  );
}

type Attributes<Tag extends 'input' | 'textarea'> = Omit<
  ComponentProps<Tag>,
  'id' | 'name' | 'className'
>;

export function TextField({
  id,
  label,
  isOptional,
  hint,
  error,
  ...input
}: FieldFacts & Attributes<'input'>) {
  return (
    <Field {...{ id, label, isOptional, hint, error }}>
      {(control) => <input type="text" {...input} {...control} className="field scroll-mt-12" />}
    </Field>
  );
}

type TextAreaFieldProps = FieldFacts & { extra?: ReactNode } & Attributes<'textarea'>;

export function TextAreaField({ extra, ...props }: TextAreaFieldProps) {
  const { id, label, isOptional, hint, error, ...textarea } = props;
  return (
    <Field {...{ id, label, isOptional, hint, error }}>
      {(control) => (
        <>
          <textarea {...textarea} {...control} className="field scroll-mt-12 resize-y" />
          {extra}
        </>
      )}
    </Field>
  );
}
