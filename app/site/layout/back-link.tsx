import { ArrowLeft } from 'lucide-react';
import type { SiteUrl } from '#shared/routes.ts';
import { SiteLink } from './site-link.tsx';

export function BackLink({ to, label }: { to: SiteUrl; label: string }) {
  return (
    <SiteLink
      to={to}
      prefetch="intent"
      className="inline-flex print:hidden min-h-11 items-center gap-2 text-sm font-medium text-ink-muted hover:text-accent"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {label}
    </SiteLink>
  );
}
