import { ChevronDown, Menu } from 'lucide-react';
import { useSiteSettings } from '#app/components/live-settings.tsx';
import { ThemeSwitch } from '#app/components/theme-switch.tsx';
import { COMPANY } from '#shared/company/values.ts';
import { Disclosure } from './disclosure.tsx';
import { LinkItems } from './link-items.tsx';
import { Logo } from './logo.tsx';
import { LAYOUT_MESSAGES } from './messages.ts';
import {
  ADMIN_LINK,
  COMPANY_LINKS,
  CONTACT_LINK,
  PAGE_LINKS,
  SECTION_LINKS,
} from './navigation.ts';
import { SiteLink } from './site-link.tsx';

const linkClass =
  'inline-flex min-h-11 items-center whitespace-nowrap rounded px-2.5 text-sm font-medium text-ink-muted hover:text-ink aria-[current=page]:text-accent';

export function Header() {
  const { settings } = useSiteSettings();
  return (
    <header className="sticky top-0 z-40 [view-transition-name:site-header] border-b border-line bg-surface/95 backdrop-blur-sm">
      <nav
        aria-label={LAYOUT_MESSAGES.navigation}
        className="content-width flex min-h-[57px] items-center gap-2"
      >
        <SiteLink
          to="/"
          aria-label={LAYOUT_MESSAGES.home(COMPANY.name)}
          className="me-auto flex items-center gap-2.5 self-stretch"
        >
          <Logo place="header" settings={settings} markAlt="" />
          <span className="font-display text-lg font-semibold tracking-tight whitespace-nowrap max-xs:sr-only lg:max-xl:sr-only">
            {COMPANY.name}
          </span>
        </SiteLink>
        <ul className="hidden items-center lg:flex">
          <LinkItems
            links={[...SECTION_LINKS, ...PAGE_LINKS]}
            prefetch="intent"
            className={linkClass}
          />
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
                <LinkItems
                  links={COMPANY_LINKS}
                  prefetch="intent"
                  className={`${linkClass} w-full`}
                />
              </ul>
            </Disclosure>
          </li>
          <LinkItems links={[CONTACT_LINK]} prefetch="intent" className={linkClass} />
          <LinkItems links={[ADMIN_LINK]} className={linkClass} />
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
      <ul className="absolute inset-x-0 top-full grid max-h-[calc(100dvh-57px)] gap-x-4 overflow-y-auto border-b border-line bg-surface-raised p-4 shadow-lg xs:grid-cols-2">
        <LinkItems
          links={[...SECTION_LINKS, ...PAGE_LINKS, ...COMPANY_LINKS, CONTACT_LINK, ADMIN_LINK]}
          className={`${linkClass} w-full text-base`}
        />
      </ul>
    </Disclosure>
  );
}
