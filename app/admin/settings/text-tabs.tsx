import { useState } from 'react';
import { Link } from 'react-router';
import { PRIVACY_SCREEN } from '#app/admin/data/screens.ts';
import { useCompany } from '#app/components/live-settings.tsx';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { Badge } from '#app/admin/ui/badge.tsx';
import { Button } from '#app/admin/ui/button.tsx';
import { ContentField } from '#app/admin/ui/fields/content-field.tsx';
import { fieldId, TextField } from '#app/admin/ui/form.tsx';
import { MarkdownEditor } from '#app/admin/ui/markdown/markdown-editor.tsx';
import { Section } from '#app/admin/ui/section.tsx';
import { MAX_URL_CHARACTERS } from '#shared/common/web-url.ts';
import { fillFacts } from '#shared/policies/facts.ts';
import { POLICIES, POLICY_KINDS, type PolicyKind } from '#shared/policies/values.ts';
import type { PolicyVersion } from '#shared/site-settings/admin-schema.ts';
import { copyrightLine } from '#shared/site-settings/values.ts';
import { TEXT_TAB_MESSAGES as messages } from './messages.ts';
import {
  toContentField,
  fieldOf,
  SETTINGS_LABELS,
  SETTINGS_NETWORKS,
  type SettingsForm,
} from './settings-fields.ts';

type Props = { form: SettingsForm };

const { templates } = messages;

const TEMPLATES = {
  terms: [
    {
      label: templates.builtIn,
      load: () => import('#content/policies/terms-of-service.md?raw'),
    },
  ],
  privacy: [
    { label: templates.builtIn, load: () => import('#content/policies/privacy-policy.md?raw') },
    { label: templates.kvkk, load: () => import('#content/policies/kvkk-aydinlatma-metni.md?raw') },
    { label: templates.gdpr, load: () => import('#content/policies/gdpr-privacy-notice.md?raw') },
  ],
};

const CARD = 'card grid max-w-3xl gap-4 p-4';

export function MaintenanceTab({ form }: Props) {
  return (
    <div className={CARD}>
      <ContentField {...toContentField(form, 'maintenanceMode')} />
      <ContentField {...toContentField(form, 'maintenanceMessage')} />
    </div>
  );
}

export function CopyrightTab({ form }: Props) {
  const company = useCompany();
  const [year] = useState(() => new Date().getFullYear());
  return (
    <div className={CARD}>
      <ContentField {...toContentField(form, 'copyrightText')} />
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
      {POLICY_KINDS.map((kind) => (
        <PolicyField key={kind} form={form} kind={kind} />
      ))}
      <PublishedPolicies />
    </div>
  );
}

function PolicyField({ form, kind }: Props & { kind: PolicyKind }) {
  const { text: name, isReviewed } = POLICIES[kind];
  const label = SETTINGS_LABELS[name];
  const company = useCompany();

  async function takeTemplate({ load }: (typeof TEMPLATES)[PolicyKind][number]) {
    const { default: markdown } = await load();
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
        <div className="flex flex-wrap gap-3">
          {TEMPLATES[kind].map((template) => (
            <Button
              key={template.label}
              className="whitespace-normal!"
              onClick={() => void takeTemplate(template)}
            >
              {template.label}
              <span className="sr-only">{messages.templateFor(label)}</span>
            </Button>
          ))}
        </div>
      )}
      {!form.values[isReviewed] && (
        <p>
          <Badge tone="yellow">{messages.notReviewed}</Badge>
        </p>
      )}
      <ContentField {...toContentField(form, isReviewed)} />
    </div>
  );
}

function PublishedPolicies() {
  const { data } = useApiQuery<{ items: PolicyVersion[] }>('site-settings/policy-versions');
  if (!data || data.items.length === 0) return null;
  return (
    <Section title={messages.published} isCard>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {data.items.map(({ kind, version, markdown }) => (
          <li key={`${kind} ${version}`}>
            <details>
              <summary className="min-h-7 pointer-coarse:min-h-11">
                {messages.policyVersion(SETTINGS_LABELS[POLICIES[kind].text], version)}
              </summary>
              <pre className="max-w-prose py-2 font-sans wrap-anywhere whitespace-pre-wrap">
                {markdown}
              </pre>
            </details>
          </li>
        ))}
      </ul>
    </Section>
  );
}
