import { useState } from 'react';
import { Button } from '#app/admin/ui/button.tsx';
import { fieldId, type Form, SwitchField, TextAreaField, TextField } from '#app/admin/ui/form.tsx';
import { MarkdownEditor } from '#app/admin/ui/markdown/markdown-editor.tsx';
import { MAX_URL_CHARACTERS } from '#shared/common/web-url.ts';
import { copyrightLine } from '#shared/site-settings/values.ts';
import { SETTINGS_LIMITS, SOCIAL_NETWORK_LABELS } from '#shared/site-settings/values.ts';
import { SETTINGS_NETWORKS, type SettingsValues } from './settings-fields.ts';

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
      {SETTINGS_NETWORKS.map((network) => (
        <TextField
          key={network}
          form={form}
          name={network}
          label={SOCIAL_NETWORK_LABELS[network]}
          type="url"
          placeholder="https://"
          maxLength={MAX_URL_CHARACTERS}
        />
      ))}
    </div>
  );
}

export function PoliciesTab({ form }: Props) {
  return (
    <div className="grid gap-5">
      <p className="text-ink-muted">A policy that is left empty shows the built-in text.</p>
      <PolicyField form={form} name="termsOfService" label="Terms of service" />
      <PolicyField form={form} name="privacyPolicy" label="Privacy policy" />
    </div>
  );
}

type PolicyProps = Props & { name: 'termsOfService' | 'privacyPolicy'; label: string };

function PolicyField({ form, name, label }: PolicyProps) {
  async function takeBuiltInText() {
    const copy = await import('#shared/policies/values.ts');
    const builtIn = {
      termsOfService: copy.DEFAULT_TERMS_OF_SERVICE,
      privacyPolicy: copy.DEFAULT_PRIVACY_POLICY,
    };
    form.setValue(name, builtIn[name]);
    document.getElementById(fieldId(name))?.focus();
  }

  return (
    <div className="card grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
      <MarkdownEditor form={form} name={name} label={label} previewPath="site-settings/preview" />
      {form.values[name] === '' && (
        <Button onClick={() => void takeBuiltInText()} className="w-fit">
          Start from the built-in text<span className="sr-only"> for {label}</span>
        </Button>
      )}
    </div>
  );
}
