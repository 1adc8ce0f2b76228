import type { ContentDialogProps } from '#app/admin/content/content-page.tsx';
import { FormDialog, SwitchField, TextField } from '#app/admin/ui/form.tsx';
import { ImageField } from '#app/admin/ui/image-field.tsx';
import { useRecordForm } from '#app/admin/content/use-record-form.ts';
import { CLIENT_LIMITS, NEW_CLIENT } from '#shared/clients/values.ts';
import { CLIENT_MESSAGES } from '#shared/clients/messages.ts';
import { type AdminClient, clientInputSchema } from '#shared/clients/admin-schema.ts';
import { MAX_WEB_ADDRESS_CHARACTERS } from '#shared/common/web-address.ts';

const LABELS = { name: 'Name', logoUrl: 'Logo', websiteUrl: 'Website', isFeatured: 'Featured' };

function valuesOf({ name, logoUrl, websiteUrl, isFeatured }: AdminClient) {
  return { name, logoUrl: logoUrl ?? '', websiteUrl: websiteUrl ?? '', isFeatured };
}

// Null for a new one.
type Props = ContentDialogProps & { client: AdminClient | null };

export function ClientDialog({ client, onClose, onSaved }: Props) {
  const form = useRecordForm<AdminClient, typeof NEW_CLIENT>({
    path: 'clients',
    record: client,
    schema: clientInputSchema,
    blank: NEW_CLIENT,
    valuesOf,
    texts: CLIENT_MESSAGES,
    onSaved,
  });

  return (
    <FormDialog
      title={form.record ? 'Edit Client' : 'Create New Client'}
      form={form}
      labels={LABELS}
      onClose={onClose}
      saveLabel={form.record ? 'Save changes' : 'Create client'}
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
