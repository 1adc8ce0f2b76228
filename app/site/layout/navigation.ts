import { useSiteSettings } from '#app/components/live-settings.tsx';
import { MENU_LABELS } from '#app/site/lib/messages.ts';
import type { Navigation } from '#shared/site-settings/schema.ts';

const SECTIONS = [
  { to: '/#services', name: 'services' },
  { to: '/#process', name: 'process' },
  { to: '/#case-studies', name: 'caseStudies' },
  { to: '/#about', name: 'about' },
] as const;

const PAGES = [
  { to: '/portfolio', name: 'portfolio' },
  { to: '/pricing', name: 'pricing' },
] as const;

const COMPANY = [
  { to: '/blog', name: 'blog' },
  { to: '/faq', name: 'faq' },
] as const;

const CONTACT = [{ to: '/contact', name: 'contactUs' }] as const;
const ADMIN = [{ to: '/admin', name: 'admin' }] as const;

type MenuName = keyof typeof MENU_LABELS;

export function getMenuLabel({ labels }: Navigation, name: MenuName): string {
  return (name !== 'admin' && labels[name]) || MENU_LABELS[name];
}

export function useNavigation() {
  const { navigation } = useSiteSettings().settings;
  const { services, hidden } = navigation;
  const label = (name: MenuName) => getMenuLabel(navigation, name);
  function present<To extends string>(links: readonly { to: To; name: MenuName }[]) {
    const shown = links.filter(({ to }) => !hidden.includes(to));
    return shown.map(({ to, name }) => ({ to, label: label(name) }));
  }
  return {
    label,
    services: services.map((name) => ({ to: '/#services' as const, label: name })),
    sections: present(SECTIONS),
    pages: present(PAGES),
    company: present(COMPANY),
    contact: present(CONTACT),
    admin: present(ADMIN),
  };
}
