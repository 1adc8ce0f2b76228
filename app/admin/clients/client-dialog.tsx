import { FormDialog, SwitchField, TextField, useForm } from '#app/admin/layout/form.tsx';
import { ApiError, getJson, sendJson } from '#app/admin/lib/api.ts';
import { ImageField } from '#app/admin/lib/image-field.tsx';
import { useNotify } from '#app/admin/lib/notify.ts';
import { CLIENT_LIMITS, CLIENT_MESSAGES, NEW_CLIENT } from '#shared/clients-form.ts';
import { type AdminClient, clientInputSchema } from '#shared/clients-schema.ts';
import { MAX_WEB_ADDRESS_CHARACTERS } from '#shared/common/web-address.ts';

const LABELS = { name: 'Name', logoUrl: 'Logo', websiteUrl: 'Website', isFeatured: 'Featured' };

function valuesOf({ name, logoUrl, websiteUrl, isFeatured }: AdminClient) {
  return { name, logoUrl: logoUrl ?? '', websiteUrl: websiteUrl ?? '', isFeatured };
}

type Props = {
  /** Null for a new client. */
  client: AdminClient | null;
  onClose: () => void;
  /** Called with what to tell; the dialog is to be closed then. */
  onSaved: (text: string) => void;
};

export function ClientDialog({ client, onClose, onSaved }: Props) {
  const notify = useNotify();
  const form = useForm({
    schema: clientInputSchema,
    initial: client ? valuesOf(client) : NEW_CLIENT,
    version: client?.updatedAt ?? '',
    async save(values, updatedAt) {
      try {
        if (client) await sendJson('PUT', `clients/${client.id}`, { ...values, updatedAt });
        else await sendJson('POST', 'clients', values);
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 409)) {
          notify.error(CLIENT_MESSAGES.saveFailed);
        }
        throw error;
      }
      onSaved(client ? CLIENT_MESSAGES.updated : CLIENT_MESSAGES.created);
    },
    async loadCurrent() {
      const current = await getJson<AdminClient>(`clients/${client?.id}`);
      return { values: valuesOf(current), version: current.updatedAt };
    },
  });

  return (
    <FormDialog
      title={client ? 'Edit Client' : 'Create New Client'}
      form={form}
      labels={LABELS}
      onClose={onClose}
      saveLabel={client ? 'Save changes' : 'Create client'}
    >
      <TextField form={form} name="name" label="Name" maxLength={CLIENT_LIMITS.name} />
      <TextField
        form={form}
        name="websiteUrl"
        label="Website (optional)"
        type="url"
        placeholder="https://"
        maxLength={MAX_WEB_ADDRESS_CHARACTERS}
      />
      <ImageField
        label="Logo"
        value={form.values.logoUrl}
        onChange={(url) => form.setValue('logoUrl', url)}
        folder="client-logos"
        alt={`Logo of ${form.values.name}`}
        error={form.errors.logoUrl}
      />
      <SwitchField form={form} name="isFeatured" label="Featured" />
    </FormDialog>
  );
}
