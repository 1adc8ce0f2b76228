import { createContext, type ReactNode, use } from 'react';
import { Field } from '#app/components/form/field.tsx';
import { focusOnMount } from '#app/lib/focus.ts';
import type { RejectedTracking, TrackingAction } from '#shared/tracking/values.ts';

type ActionProps = {
  path: string;
  action: TrackingAction;
  id?: string;
  encType?: 'multipart/form-data';
  rejected: RejectedTracking | undefined;
  button: string;
  isPrimary?: boolean;
  children?: ReactNode;
};

/** Action of the surrounding form, and its rejected entries. */
const FormContext = createContext<{ action: string; own?: RejectedTracking | undefined }>({
  action: '',
});

/** Works with and without scripts; an error takes the focus. */
export function ActionForm(props: ActionProps) {
  const { path, action, id, encType, rejected, button, isPrimary, children } = props;
  const own = rejected?.action === action ? rejected : undefined;
  return (
    <form
      method="post"
      action={path}
      id={id}
      encType={encType}
      noValidate
      className="relative grid gap-4"
    >
      <input type="hidden" name="action" value={action} />
      {own?.failure && (
        <p
          ref={focusOnMount}
          role="alert"
          tabIndex={-1}
          className="scroll-mt-12 rounded border-2 border-alert p-4 font-medium text-alert"
        >
          {own.failure}
        </p>
      )}
      <FormContext value={{ action, own }}>{children}</FormContext>
      <button
        type="submit"
        className={`button ${isPrimary ? 'button-primary' : 'button-secondary'} justify-self-start`}
      >
        {button}
      </button>
    </form>
  );
}

type EntryProps = {
  name: string;
  label: string;
  value?: string | null;
  isOptional?: boolean;
  type?: 'text' | 'email';
  autoComplete?: string;
};

export function Entry(props: EntryProps) {
  const { name, label, value, isOptional, type = 'text', autoComplete } = props;
  const { action, own } = use(FormContext);
  return (
    <Field
      id={`${action}-${name}`}
      name={name}
      label={label}
      isOptional={isOptional}
      error={own?.errors[name]}
    >
      {(control) => (
        <input
          {...control}
          type={type}
          inputMode={type === 'email' ? 'email' : undefined}
          autoComplete={autoComplete}
          defaultValue={own?.entries[name] ?? value ?? ''}
          className="field scroll-mt-12"
        />
      )}
    </Field>
  );
}
