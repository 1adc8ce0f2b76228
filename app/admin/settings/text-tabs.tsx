import { useState } from 'react';
import {
  fieldId,
  type Form,
  SwitchField,
  TextAreaField,
  TextField,
} from '#app/admin/layout/form.tsx';
import { MarkdownEditor } from '#app/admin/lib/markdown-editor.tsx';
import { MAX_WEB_ADDRESS_CHARACTERS } from '#shared/common/web-address.ts';
import { copyrightLine, SOCIAL_NETWORKS } from '#shared/site-defaults.ts';
import { SETTINGS_LIMITS, SOCIAL_NETWORK_LABELS } from '#shared/site-settings-form.ts';
import type { SettingsValues } from './settings-fields.ts';

type Props = { form: Form<SettingsValues> };

export function MaintenanceTab({ form }: Props) {
  return (
    <div className="card grid max-w-3xl gap-4 p-4">
      <SwitchField
        form={form}
        name="maintenanceMode"
        label="Maintenance mode"
        hint="When it is on and saved, visitors see the message below within a second. The back office stays open."
      />
      <TextAreaField
        form={form}
        name="maintenanceMessage"
        label="Maintenance message"
        rows={4}
        maxLength={SETTINGS_LIMITS.maintenanceMessage}
      />
    </div>
  );
}

export function CopyrightTab({ form }: Props) {
  const [year] = useState(() => new Date().getFullYear());
  return (
    <div className="card grid max-w-3xl gap-4 p-4">
      <TextField
        form={form}
        name="copyrightText"
        label="Copyright text"
        hint="Write {year} where the current year is to stand."
        maxLength={SETTINGS_LIMITS.copyrightText}
      />
      <p className="wrap-anywhere">
        <span className="font-medium">On the site: </span>
        {copyrightLine(form.values.copyrightText, year)}
      </p>
    </div>
  );
}

export function SocialLinksTab({ form }: Props) {
  return (
    <div className="card grid max-w-3xl gap-4 p-4">
      <p className="text-ink-muted">Only networks with an address are shown on the site.</p>
      {SOCIAL_NETWORKS.map((network) => (
        <TextField
          key={network}
          form={form}
          name={network}
          label={SOCIAL_NETWORK_LABELS[network]}
          type="url"
          placeholder="https://"
          maxLength={MAX_WEB_ADDRESS_CHARACTERS}
        />
      ))}
    </div>
  );
}

export function PoliciesTab({ form }: Props) {
  return (
    <div className="grid gap-5">
      <p className="text-ink-muted">A policy that is left empty shows the built-in text.</p>
      <div className="card p-4">
        <MarkdownEditor
          id={fieldId('termsOfService')}
          label="Terms of service"
          value={form.values.termsOfService}
          onChange={(text) => form.setValue('termsOfService', text)}
          error={form.errors.termsOfService}
          previewPath="site-settings/preview"
        />
      </div>
      <div className="card p-4">
        <MarkdownEditor
          id={fieldId('privacyPolicy')}
          label="Privacy policy"
          value={form.values.privacyPolicy}
          onChange={(text) => form.setValue('privacyPolicy', text)}
          error={form.errors.privacyPolicy}
          previewPath="site-settings/preview"
        />
      </div>
    </div>
  );
}
