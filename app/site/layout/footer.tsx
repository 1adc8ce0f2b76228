import { useSiteSettings } from '#app/components/live-settings.tsx';
import { COMPANY } from '#shared/company/values.ts';
import { copyrightLine } from '#shared/site-settings/values.ts';
import { LinkItems } from './link-items.tsx';
import { Logo } from './logo.tsx';
import { LAYOUT_MESSAGES, SERVICE_NAMES } from './messages.ts';
import { COMPANY_LINKS, CONTACT_LINK, PAGE_LINKS, SECTION_LINKS } from './navigation.ts';
import { EightPointDivider } from './ornament.tsx';
import { SocialLinks } from './social-links.tsx';

const linkClass = 'inline-block py-1.5 text-ink-muted hover:text-accent hover:underline';

const COLUMNS = [
  { name: 'services', links: SERVICE_NAMES.map((label) => ({ to: '/#services', label }) as const) },
  { name: 'company', links: [...SECTION_LINKS.slice(1), ...PAGE_LINKS, ...COMPANY_LINKS] },
] as const;

export function Footer() {
  const { settings, year } = useSiteSettings();
  return (
    <footer className="border-t border-line bg-surface-sunken">
      <div className="content-width grid gap-10 py-16 sm:grid-cols-2 lg:grid-cols-[1.5fr_1fr_1fr_1.25fr]">
        <div className="grid content-start gap-4">
          <Logo place="footer" settings={settings} />
          <p className="max-w-xs text-sm text-ink-muted">{COMPANY.description}</p>
          <SocialLinks links={settings.socialLinks} />
        </div>
        {COLUMNS.map(({ name, links }) => (
          <nav key={name} aria-labelledby={`footer-${name}`}>
            <h2 id={`footer-${name}`} className="mb-2 text-base">
              {LAYOUT_MESSAGES[name]}
            </h2>
            <ul className="text-sm">
              <LinkItems links={links} className={linkClass} />
            </ul>
          </nav>
        ))}
        <div>
          <h2 className="mb-2 text-base">{LAYOUT_MESSAGES.contact}</h2>
          <ul className="text-sm">
            <li>
              <a href={`mailto:${COMPANY.email}`} className={linkClass}>
                {COMPANY.email}
              </a>
            </li>
            <li>
              <a href={COMPANY.phoneHref} className={linkClass}>
                {COMPANY.phone}
              </a>
            </li>
            <li className="py-1.5 text-ink-muted">{COMPANY.location}</li>
            <LinkItems
              links={[CONTACT_LINK, { to: '/order', label: LAYOUT_MESSAGES.order }]}
              className={linkClass}
            />
          </ul>
        </div>
      </div>
      <EightPointDivider />
      <div className="content-width flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-6 text-sm text-ink-muted">
        <p>{copyrightLine(settings.copyrightText, year)}</p>
        <ul className="flex flex-wrap gap-x-6">
          <LinkItems
            links={[
              { to: '/terms-of-service', label: LAYOUT_MESSAGES.terms },
              { to: '/privacy-policy', label: LAYOUT_MESSAGES.privacy },
            ]}
            className={linkClass}
          />
        </ul>
      </div>
    </footer>
  );
}
