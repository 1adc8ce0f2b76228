import { ChevronDown, Menu } from 'lucide-react';
import { useSiteSettings } from '#app/components/live-settings.tsx';
import { ThemeSwitch } from '#app/components/theme-switch.tsx';
import { COMPANY } from '#shared/company/values.ts';
import { Disclosure } from './disclosure.tsx';
import { Logo } from './logo.tsx';
import { LAYOUT_MESSAGES } from './messages.ts';
import { COMPANY_LINKS, PAGE_LINKS, SECTION_LINKS } from './navigation.ts';
import { SiteLink } from './site-link.tsx';

const linkClass =
  'inline-flex min-h-11 items-center whitespace-nowrap rounded px-2.5 text-sm font-medium text-ink-muted hover:text-ink aria-[current=page]:text-accent';

export function Header() {
  const { settings } = useSiteSettings();
  return (
    <header className="sticky top-0 z-40 h-[58px] border-b border-line bg-surface/95 backdrop-blur-sm">
      <nav
        aria-label={LAYOUT_MESSAGES.navigation}
        className="content-width flex h-full items-center gap-2"
      >
        <SiteLink
          to="/"
          aria-label={LAYOUT_MESSAGES.home(COMPANY.name)}
          className="me-auto flex h-full items-center gap-2.5 py-1"
        >
          <Logo
            url={settings.headerLogoUrl}
            alt={settings.headerLogoAlt}
            markAlt=""
            width={settings.headerLogoWidth}
            height={settings.headerLogoHeight}
            className="max-h-full object-contain"
          />
          <span className="font-display text-lg font-semibold tracking-tight whitespace-nowrap max-xs:sr-only lg:max-xl:sr-only">
            {COMPANY.name}
          </span>
        </SiteLink>
        <ul className="hidden items-center lg:flex">
          {[...SECTION_LINKS, ...PAGE_LINKS].map(({ to, label }) => (
            <li key={to}>
              <SiteLink to={to} prefetch="intent" className={linkClass}>
                {label}
              </SiteLink>
            </li>
          ))}
          <li>
            <Disclosure
              className="relative"
              summaryClassName={`${linkClass} gap-1`}
              summary={
                <>
                  {LAYOUT_MESSAGES.company}
                  <ChevronDown aria-hidden className="size-4" />
                </>
              }
            >
              <ul className="card absolute end-0 top-full grid min-w-36 p-1 shadow-lg">
                {COMPANY_LINKS.map(({ to, label }) => (
                  <li key={to}>
                    <SiteLink to={to} prefetch="intent" className={`${linkClass} w-full`}>
                      {label}
                    </SiteLink>
                  </li>
                ))}
              </ul>
            </Disclosure>
          </li>
          <li>
            <SiteLink to="/contact" prefetch="intent" className={linkClass}>
              {LAYOUT_MESSAGES.contactUs}
            </SiteLink>
          </li>
          <li>
            <SiteLink to="/admin" className={linkClass}>
              {LAYOUT_MESSAGES.admin}
            </SiteLink>
          </li>
        </ul>
        <ThemeSwitch />
        <SiteLink
          to="/order"
          prefetch="intent"
          className="button button-primary w-[88px] shrink-0 px-0 text-sm whitespace-nowrap"
        >
          {LAYOUT_MESSAGES.order}
        </SiteLink>
        <MobileMenu />
      </nav>
    </header>
  );
}

function MobileMenu() {
  return (
    <Disclosure
      className="lg:hidden"
      summaryClassName="grid size-11 place-items-center rounded"
      summary={
        <>
          <Menu aria-hidden className="size-6" />
          <span className="sr-only">{LAYOUT_MESSAGES.menu}</span>
        </>
      }
    >
      <ul className="absolute inset-x-0 top-[57px] grid max-h-[calc(100dvh-57px)] gap-x-4 overflow-y-auto border-b border-line bg-surface-raised p-4 shadow-lg xs:grid-cols-2">
        {(
          [
            ...SECTION_LINKS,
            ...PAGE_LINKS,
            ...COMPANY_LINKS,
            { to: '/contact', label: LAYOUT_MESSAGES.contactUs },
            { to: '/admin', label: LAYOUT_MESSAGES.admin },
          ] as const
        ).map(({ to, label }) => (
          <li key={to}>
            <SiteLink to={to} className={`${linkClass} w-full text-base`}>
              {label}
            </SiteLink>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
