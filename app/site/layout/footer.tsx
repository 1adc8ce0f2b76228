import { useCompany, useSiteSettings } from '#app/components/live-settings.tsx';
import { copyrightLine } from '#shared/site-settings/values.ts';
import { LinkItems } from './link-items.tsx';
import { Logo } from './logo.tsx';
import { LAYOUT_MESSAGES } from '#app/site/lib/messages.ts';
import { useNavigation } from './navigation.ts';
import { EightPointDivider } from './ornament.tsx';
import { SocialLinks } from './social-links.tsx';

const linkClass =
  'inline-flex items-center py-1.5 text-ink-muted underline-offset-4 hover:text-accent hover:underline aria-[current=page]:text-accent aria-[current=page]:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11';

/** Characters that fit in half of a narrow screen. */
const MAX_HALF = 22;

const headingClass = 'mb-1 text-base sm:mb-2';

export function Footer() {
  const company = useCompany();
  const { settings, year } = useSiteSettings();
  const { label, services, ...menu } = useNavigation();
  const sections = menu.sections.filter(({ to }) => to !== '/#services');
  const columns = [
    { name: 'services', links: services },
    { name: 'company', links: [...sections, ...menu.pages, ...menu.company] },
  ] as const;
  return (
    <footer className="border-t border-line bg-surface-sunken wrap-anywhere">
      <div className="content-width print:hidden grid gap-x-6 gap-y-4 pt-5 pb-1 min-[18rem]:grid-cols-2 sm:grid-cols-3 sm:gap-y-8 sm:py-12 lg:grid-cols-[1.5fr_1fr_1fr_1.25fr] lg:py-16">
        <div className="col-span-full flex flex-wrap items-center justify-between gap-x-6 gap-y-3 lg:col-span-1 lg:grid lg:content-start lg:justify-items-start">
          <Logo place="footer" settings={settings} />
          <p className="max-w-md flex-1 text-sm text-ink-muted max-sm:hidden lg:max-w-xs">
            {company.sentence}
          </p>
          <SocialLinks links={settings.socialLinks} />
        </div>
        {columns
          .filter(({ links }) => links.length > 0)
          .map(({ name, links }) => (
            <nav key={name} aria-labelledby={`footer-${name}`}>
              <h2 id={`footer-${name}`} className={headingClass}>
                {label(name)}
              </h2>
              <ul className="text-sm">
                <LinkItems links={links} className={linkClass} />
              </ul>
            </nav>
          ))}
        <div className="grid content-start gap-x-6 max-sm:col-span-full max-sm:min-[18rem]:grid-cols-2">
          <h2 className={headingClass}>{label('contact')}</h2>
          <p className="text-sm text-ink-muted max-sm:pt-0.5 sm:order-last sm:py-1.5">
            {company.location}
          </p>
          <ul className="col-span-full grid gap-x-6 text-sm max-sm:min-[18rem]:grid-cols-2">
            {[
              { href: `mailto:${company.email}`, text: company.email },
              { href: company.phoneHref, text: company.phone },
            ]
              .filter(({ text }) => text)
              .map(({ href, text }) => (
                <li key={href} className={text.length > MAX_HALF ? 'col-span-full' : undefined}>
                  <a href={href} className={linkClass}>
                    {text}
                  </a>
                </li>
              ))}
            <LinkItems
              links={[...menu.contact, { to: '/order', label: label('order') }]}
              className={linkClass}
            />
          </ul>
        </div>
      </div>
      <EightPointDivider className="max-sm:hidden print:hidden" />
      <div className="content-width flex flex-wrap items-center justify-between gap-x-8 gap-y-1 pt-2 pb-3 text-sm text-ink-muted sm:py-6 print:py-2">
        <p>{copyrightLine(settings.copyrightText, year, company.name)}</p>
        <ul className="flex flex-wrap gap-x-6 print:hidden">
          <LinkItems
            links={[
              { to: '/terms-of-service', label: LAYOUT_MESSAGES.terms },
              { to: '/privacy-policy', label: LAYOUT_MESSAGES.privacy },
              ...(company.legalName
                ? [{ to: '/company', label: LAYOUT_MESSAGES.companyFacts } as const]
                : []),
            ]}
            className={linkClass}
          />
        </ul>
      </div>
    </footer>
  );
}
