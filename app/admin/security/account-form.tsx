import type { ComponentProps, ReactNode } from 'react';
import { type Form, FormBody, SubmitButton, TextField } from '#app/admin/ui/form.tsx';
import { SECURITY_MESSAGES } from './messages.ts';

type FieldOf = Pick<
  ComponentProps<typeof TextField>,
  'label' | 'hint' | 'type' | 'autoComplete' | 'maxLength'
>;

export const PASSWORD = { type: 'password', autoComplete: 'current-password' } as const;

type Props<Values extends Record<string, unknown>> = Omit<
  ComponentProps<typeof SubmitButton>,
  'form'
> & {
  form: Form<Values>;
  fields: { [Name in keyof Values & string]: FieldOf };
  note?: string;
  aside?: ReactNode;
  children?: ReactNode;
};

export function AccountForm<Values extends Record<string, unknown>>(props: Props<Values>) {
  const { form, fields, note, aside, children, ...submit } = props;
  const entries = Object.entries<FieldOf>(fields);
  return (
    <FormBody
      form={form}
      labels={Object.fromEntries(entries.map(([name, { label }]) => [name, label]))}
    >
      {children}
      {entries.map(([name, field]) => (
        <TextField key={name} form={form} name={name} {...field} />
      ))}
      {note && <p className="text-ink-muted">{note}</p>}
      <div className="flex flex-wrap gap-2">
        <SubmitButton form={form} savingLabel={SECURITY_MESSAGES.saving} {...submit} />
        {aside}
      </div>
    </FormBody>
  );
}
