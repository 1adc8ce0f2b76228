import { Construction, KeyRound, type LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useRole } from '#app/admin/data/role.ts';
import { OWN_SCREEN } from '#app/admin/data/screens.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { Moment } from '#app/admin/ui/time.tsx';
import type { Account } from '#shared/admin-account/admin-schema.ts';
import type { AdminSiteSettings } from '#shared/site-settings/admin-schema.ts';
import { SETTINGS_MESSAGES } from '#shared/site-settings/messages.ts';
import { LAYOUT_MESSAGES } from './messages.ts';

const SETTINGS = '/admin/settings?tab=maintenance';

type BannerProps = {
  label: string;
  icon: LucideIcon;
  children: ReactNode;
  link: { to: string; text: string };
};

function Banner({ label, icon: Icon, children, link }: BannerProps) {
  const { mayOpen } = useRole();
  return (
    <section
      aria-label={label}
      className="flex items-center gap-x-3 border-b border-s-4 border-line border-s-warn bg-surface-raised px-4 py-2 lg:px-6"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-warn" />
      <div className="flex min-w-0 flex-1 flex-wrap gap-x-3 gap-y-1">
        <p className="font-medium">{children}</p>
        {mayOpen(link.to) && (
          <Link to={link.to} className="link">
            {link.text}
          </Link>
        )}
      </div>
    </section>
  );
}

export function MaintenanceBanner() {
  const { may } = useRole();
  const { data } = useApiQuery<AdminSiteSettings>('site-settings', { enabled: may('work') });
  if (!data?.maintenanceMode) return null;
  return (
    <Banner
      label={LAYOUT_MESSAGES.maintenance}
      icon={Construction}
      link={{ to: SETTINGS, text: SETTINGS_MESSAGES.maintenanceSettings }}
    >
      {SETTINGS_MESSAGES.maintenanceIsOn}
    </Banner>
  );
}

export function PasswordBanner() {
  const { data } = useApiQuery<Account>('account');
  const [now] = useState(() => Date.now());
  if (!data?.passwordExpiresAt) return null;
  const isExpired = Date.parse(data.passwordExpiresAt) <= now;
  return (
    <Banner
      label={LAYOUT_MESSAGES.generatedPassword}
      icon={KeyRound}
      link={{ to: OWN_SCREEN, text: LAYOUT_MESSAGES.choosePassword }}
    >
      {isExpired ? LAYOUT_MESSAGES.passwordExpired : LAYOUT_MESSAGES.passwordValidUntil}
      <Moment iso={data.passwordExpiresAt} />.
    </Banner>
  );
}
