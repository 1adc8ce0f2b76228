import { useCompany } from '#app/components/live-settings.tsx';
import { enquiryTitle } from '#shared/conversations/messages.ts';
import { REFERENCE_MESSAGES as messages } from './messages.ts';

type Props = { kind: 'order' | 'message'; reference: string };

export function EnquiryReference({ kind, reference }: Props) {
  const company = useCompany();
  const subject = encodeURIComponent(enquiryTitle({ kind, reference }));
  return (
    <>
      <dl className="card w-full max-w-md border-s-4 border-s-accent px-6 py-5">
        <dt className="text-sm text-ink-muted">{messages.reference}</dt>
        <dd className="font-display text-2xl font-semibold tracking-wide tabular-nums">
          {reference}
        </dd>
      </dl>
      <p className="max-w-text text-ink-muted">
        {messages.nameIt}{' '}
        <a href={`mailto:${company.email}?subject=${subject}`} className="link">
          {company.email}
        </a>
        ,{' '}
        <a href={company.phoneHref} className="link xs:whitespace-nowrap">
          {company.phone}
        </a>
        .
      </p>
    </>
  );
}
