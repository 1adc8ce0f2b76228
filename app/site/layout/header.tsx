import { Icon } from '#app/components/icon.tsx';
import { useCompany, useSiteSettings } from '#app/components/live-settings.tsx';
import { ThemeSwitch } from '#app/components/theme-switch.tsx';
import { ContactShortcuts } from './contact-shortcuts.tsx';
import { LinkItems } from './link-items.tsx';
import { Logo } from './logo.tsx';
import { LAYOUT_MESSAGES } from '#app/site/lib/messages.ts';
import { useNavigation } from './navigation.ts';
import { SiteLink } from './site-link.tsx';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

const linkClass =
  'inline-flex min-h-11 items-center whitespace-nowrap rounded px-2 xl:px-2.5 font-medium text-ink-muted hover:text-ink aria-[current=page]:text-accent aria-[current=page]:underline underline-offset-8 decoration-2';

const CHEVRON = 'm6 9 6 6 6-6';
const LINES = 'M4 6h16M4 12h16M4 18h16';
const CROSS = 'M6 6l12 12M18 6 6 18';

/** In pixels. On phones a wider logo leaves no room for the name beside it. */
const MAX_MARK_WIDTH = 80;

export function Header() {
  const company = useCompany();
  const { settings } = useSiteSettings();
  const menu = useNavigation();
  const isWide = settings.headerLogoUrl !== '' && settings.headerLogoWidth > MAX_MARK_WIDTH;
  return (
    <header className="site-header print:hidden sticky top-0 z-40 border-b border-line bg-surface/95 backdrop-blur-sm">
      <nav
        aria-label={LAYOUT_MESSAGES.navigation}
        className="content-width flex min-h-[57px] items-center gap-x-1 py-[3px] xs:gap-x-2"
      >
        <SiteLink
          to="/"
          aria-label={LAYOUT_MESSAGES.home(company.name)}
          className="me-auto flex min-w-12 shrink-[99999] items-center gap-2.5 self-stretch"
        >
          <Logo place="header" settings={settings} markAlt="" />
          <span
            className={`logo-name line-clamp-2 font-display text-lg leading-[1.1] font-semibold tracking-tight wrap-anywhere ${isWide ? 'max-sm:hidden' : ''}`}
          >
            {company.name}
          </span>
        </SiteLink>
        <ul className="hidden flex-wrap items-center justify-end text-sm lg:flex">
          <LinkItems
            links={[...menu.sections, ...menu.pages]}
            prefetch="intent"
            className={linkClass}
          />
          {menu.company.length > 0 && (
            <li>
              <Disclosure
                className="group relative"
                summaryClassName={`${linkClass} gap-1 group-open:text-ink`}
                summary={
                  <>
                    {menu.label('company')}
                    <Icon path={CHEVRON} className="size-4 group-open:rotate-180" />
                  </>
                }
              >
                <ul className="card absolute end-0 top-full grid min-w-36 p-1 shadow-lg">
                  <LinkItems
                    links={menu.company}
                    prefetch="intent"
                    className={`${linkClass} w-full`}
                  />
                </ul>
              </Disclosure>
            </li>
          )}
          <LinkItems links={menu.contact} prefetch="intent" className={linkClass} />
          <LinkItems links={menu.admin} className={linkClass} />
        </ul>
        <ThemeSwitch />
        <SiteLink
          to="/order"
          prefetch="intent"
          className="button button-primary min-w-22 shrink-0 px-2 text-[0.8125rem] whitespace-nowrap"
        >
          {menu.label('order')}
        </SiteLink>
        <MobileMenu menu={menu} />
      </nav>
    </header>
  );
}

function MobileMenu({ menu }: { menu: ReturnType<typeof useNavigation> }) {
  return (
    <Disclosure
      className="group lg:hidden"
      summaryClassName="grid size-touch place-items-center rounded group-open:bg-surface-sunken group-open:outline-1"
      summary={
        <>
          <Icon path={LINES} className="size-6 group-open:hidden" />
          <Icon path={CROSS} className="hidden size-6 group-open:block" />
          <span className="sr-only">{LAYOUT_MESSAGES.menu}</span>
        </>
      }
    >
      <div className="absolute inset-x-0 top-full max-h-[calc(100dvh-100%)] overflow-y-auto border-b border-line bg-surface-raised p-4 shadow-lg">
        <ul className="grid gap-x-4 min-[20rem]:grid-cols-2">
          <LinkItems
            links={[
              ...menu.sections,
              ...menu.pages,
              ...menu.company,
              ...menu.contact,
              ...menu.admin,
            ]}
            className={`${linkClass} w-full`}
          />
        </ul>
        <ContactShortcuts className="mt-3 border-t border-line px-2 pt-3" />
      </div>
    </Disclosure>
  );
}

function close(details: HTMLDetailsElement | null): void {
  if (details) details.open = false;
}

type Props = {
  summary: ReactNode;
  summaryClassName: string;
  className: string;
  children: ReactNode;
};

/**
 * Disclosure navigation (ARIA Authoring Practices), usable without scripts.
 * With scripts it closes on Escape, a press elsewhere, blur and navigation.
 */
function Disclosure({ summary, summaryClassName, className, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();

  const shownKey = useRef(key);

  // Not on the first page, where it may have been opened before hydration.
  useEffect(() => {
    if (shownKey.current !== key) close(details.current);
    shownKey.current = key;
  }, [key]);
  useEffect(() => {
    function handlePress(event: PointerEvent) {
      const isInside = event.target instanceof Node && details.current?.contains(event.target);
      if (!isInside) close(details.current);
    }
    document.addEventListener('pointerdown', handlePress);
    return () => document.removeEventListener('pointerdown', handlePress);
  }, []);

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !details.current?.open) return;
    close(details.current);
    details.current.querySelector('summary')?.focus();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys and focus come from the controls inside
    <details
      ref={details}
      className={className}
      onKeyDown={handleKeyDown}
      onBlur={(event) => {
        const isLeaving =
          event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget);
        if (isLeaving) close(event.currentTarget);
      }}
    >
      <summary className={`${summaryClassName} list-none [&::-webkit-details-marker]:hidden`}>
        {summary}
      </summary>
      {children}
    </details>
  );
}
