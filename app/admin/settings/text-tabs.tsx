import { useState } from 'react';
import { Link } from 'react-router';
import { PRIVACY_SCREEN } from '#app/admin/data/screens.ts';
import { useCompany } from '#app/components/live-settings.tsx';
import { Button } from '#app/admin/ui/button.tsx';
import { fieldId, SwitchField, TextAreaField, TextField } from '#app/admin/ui/form.tsx';
import { MarkdownEditor } from '#app/admin/ui/markdown/markdown-editor.tsx';
import { MAX_URL_CHARACTERS } from '#shared/common/web-url.ts';
import { fillFacts } from '#shared/policies/facts.ts';
import { copyrightLine, SETTINGS_LIMITS } from '#shared/site-settings/values.ts';
import { TEXT_TAB_MESSAGES as messages } from './messages.ts';
import {
  fieldOf,
  SETTINGS_LABELS,
  SETTINGS_NETWORKS,
  type SettingsForm,
} from './settings-fields.ts';

type Props = { form: SettingsForm };

const BUILT_IN = {
  termsOfService: () => import('#content/policies/terms-of-service.md?raw'),
  privacyPolicy: () => import('#content/policies/privacy-policy.md?raw'),
};

const CARD = 'card grid max-w-3xl gap-4 p-4';

export function MaintenanceTab({ form }: Props) {
  return (
    <div className={CARD}>
      <SwitchField {...fieldOf(form, 'maintenanceMode')} hint={messages.maintenanceHint} />
      <TextAreaField
        {...fieldOf(form, 'maintenanceMessage')}
        maxLength={SETTINGS_LIMITS.maintenanceMessage}
      />
    </div>
  );
}

export function CopyrightTab({ form }: Props) {
  const company = useCompany();
  const [year] = useState(() => new Date().getFullYear());
  return (
    <div className={CARD}>
      <TextField
        {...fieldOf(form, 'copyrightText')}
        hint={messages.copyrightHint}
        maxLength={SETTINGS_LIMITS.copyrightText}
      />
      <p className="wrap-anywhere">
        <span className="font-medium">{messages.onTheSite}</span>
        {copyrightLine(form.values.copyrightText, year, company.name)}
      </p>
    </div>
  );
}

export function SocialLinksTab({ form }: Props) {
  return (
    <div className={CARD}>
      <p className="text-ink-muted">{messages.links}</p>
      {SETTINGS_NETWORKS.map((network) => (
        <TextField
          key={network}
          {...fieldOf(form, network)}
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
      <div className="grid max-w-prose justify-items-start gap-1">
        <p className="text-ink-muted">{messages.policies}</p>
        <Link
          to={PRIVACY_SCREEN}
          className="link inline-flex min-h-7 items-center pointer-coarse:min-h-11"
        >
          {messages.periods}
        </Link>
      </div>
      <PolicyField form={form} name="termsOfService" />
      <PolicyField form={form} name="privacyPolicy" />
    </div>
  );
}

function PolicyField({ form, name }: Props & { name: 'termsOfService' | 'privacyPolicy' }) {
  const label = SETTINGS_LABELS[name];
  const company = useCompany();

  async function takeBuiltInText() {
    const { default: markdown } = await BUILT_IN[name]();
    form.setValue(name, fillFacts(markdown, company));
    document.getElementById(fieldId(name))?.focus();
  }

  return (
    <div className="card grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
      <MarkdownEditor
        form={form}
        name={name}
        label={label}
        previewPath="site-settings/preview"
        keepsLinks
      />
      {form.values[name] === '' && (
        <Button onClick={() => void takeBuiltInText()} className="w-fit">
          {messages.builtIn}
          <span className="sr-only">{messages.builtInFor(label)}</span>
        </Button>
      )}
    </div>
  );
}
