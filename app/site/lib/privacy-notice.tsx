import { LAYOUT_MESSAGES } from './messages.ts';
import { useSiteSettings } from '#app/components/live-settings.tsx';
import { formatVersion } from '#shared/policies/values.ts';

const POLICIES = { terms: '/terms', privacy: '/privacy' } as const;

/** In a new tab, because the form around it may have entries. */
export function PolicyLink({ policy }: { policy: keyof typeof POLICIES }) {
  return (
    <a href={POLICIES[policy]} target="_blank" rel="noopener" className="link">
      {LAYOUT_MESSAGES[policy]}
      <span className="sr-only">{LAYOUT_MESSAGES.newTab}</span>
    </a>
  );
}

/** First layer of the notice under GDPR article 13 and KVKK article 10; the policy is the second. */
export function PrivacyNotice({ text }: { text: string | undefined }) {
  const { settings } = useSiteSettings();
  return (
    <p className="max-w-text text-sm text-ink-muted">
      {text} <PolicyLink policy="privacy" />, {formatVersion(settings.privacyVersion)}.
    </p>
  );
}
