import { useNavigate } from 'react-router';
import type { Field } from '#shared/forms/values.ts';
import { buildOrderFormSchema } from '#shared/orders/schema.ts';
import {
  EMPTY_ORDER_ENTRIES,
  listOffered,
  ORDER_FIELDS,
  type OrderEntries,
  withOptions,
} from '#shared/orders/values.ts';
import { useOrderOptions } from '#app/admin/data/order-options.tsx';
import { sendJson } from '#app/admin/data/api.ts';
import {
  type Form,
  FormDialog,
  FormField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
  useForm,
} from '#app/admin/ui/form.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { ORDER_LABELS } from '#app/admin/leads/shared/messages.ts';
import { ORDER_OF_MESSAGE_MESSAGES as messages } from './messages.ts';

const LABELS: Record<keyof OrderEntries, string> = {
  ...ORDER_LABELS,
  projectDescription: messages.description,
  termsAccepted: messages.terms,
};

type Sender = { id: string; name: string; email: string; message: string };

type Props = { message: Sender; onClose: () => void };

export function OrderOfMessage({ message: { id, name, email, message }, onClose }: Props) {
  const navigate = useNavigate();
  const notify = useNotify();
  const options = useOrderOptions();
  const form = useForm({
    schema: buildOrderFormSchema(options),
    initial: {
      ...EMPTY_ORDER_ENTRIES,
      fullName: name,
      email,
      projectDescription: message,
    },
    draft: `messages/${id}/order`,
    async save(order) {
      const saved = await sendJson<{ id: string; reference: string }>(
        'POST',
        `messages/${encodeURIComponent(id)}/order`,
        order,
      );
      notify.success(messages.made(saved.reference));
      onClose();
      await navigate(`/admin/orders?order=${saved.id}`);
    },
  });
  const fields: Record<keyof OrderEntries, Field> = withOptions(listOffered(options));
  return (
    <FormDialog
      title={messages.title}
      form={form}
      labels={LABELS}
      saveLabel={messages.save}
      onClose={onClose}
    >
      {(Object.keys(ORDER_FIELDS) as (keyof OrderEntries)[]).map((field) => (
        <Control key={field} form={form} name={field} field={fields[field]} />
      ))}
    </FormDialog>
  );
}

type ControlProps = { form: Form<OrderEntries>; name: keyof OrderEntries };

function Control({ form, name, field }: ControlProps & { field: Field }) {
  const common = { form, name, label: LABELS[name] };
  if ('options' in field && field.options?.length === 0) return null;
  switch (field.kind) {
    case 'text':
      return name === 'projectDescription' ? (
        <TextAreaField {...common} maxLength={field.max} hint={messages.descriptionHint} />
      ) : (
        <TextField {...common} maxLength={field.max} />
      );
    case 'email':
      return <TextField {...common} type="email" />;
    case 'choice':
      return (
        <SelectField
          {...common}
          options={[{ value: '', label: messages.choose }, ...listOptions(field)]}
        />
      );
    case 'choices':
      return <Choices {...common} options={listOptions(field)} />;
    default:
      return <SwitchField {...common} hint={messages.termsHint} />;
  }
}

function listOptions(field: Extract<Field, { list: string }>) {
  return (field.options ?? []).map((option) =>
    typeof option === 'string' ? { value: option, label: option } : option,
  );
}

type ChoicesProps = ControlProps & {
  label: string;
  options: readonly { value: string; label: string }[];
};

function Choices({ form, name, label, options }: ChoicesProps) {
  const chosen = form.values[name] as string[];
  return (
    <FormField form={form} name={name} label={label}>
      {({ id, ...control }) => (
        <div
          id={id}
          role="group"
          tabIndex={-1}
          aria-label={label}
          aria-describedby={control['aria-describedby']}
          className="grid gap-1 sm:grid-cols-2"
        >
          {options.map((option) => (
            <label
              key={option.value}
              className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11"
            >
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-accent"
                checked={chosen.includes(option.value)}
                onChange={({ target }) =>
                  form.setValue(
                    name,
                    target.checked
                      ? [...chosen, option.value]
                      : chosen.filter((value) => value !== option.value),
                  )
                }
              />
              {option.label}
            </label>
          ))}
        </div>
      )}
    </FormField>
  );
}
