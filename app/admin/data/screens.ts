import {
  Building2,
  LayoutDashboard,
  ListTodo,
  type LucideIcon,
  Mail,
  MailOpen,
  Package,
  PanelsTopLeft,
  ScrollText,
  Send,
  Settings,
  ShoppingCart,
} from 'lucide-react';
import { type Access, ADMINISTRATORS_TAB, DEFAULT_ACCESS } from '#shared/admin-users/values.ts';
import { DASHBOARD_TABS } from '#shared/dashboard/values.ts';
import { CONTENT } from './content.ts';
import { contentMessages } from './messages.ts';

type Screen = {
  path: string;
  label: string;
  topBar: string | null;
  letter: string;
  icon: LucideIcon;
  access?: Access;
};

export const SCREENS: readonly Screen[] = [
  { path: '/admin', label: 'Dashboard', topBar: 'Dashboard', letter: 'd', icon: LayoutDashboard },
  { path: '/admin/queue', label: 'Queue', topBar: 'Answer next', letter: 'q', icon: ListTodo },
  {
    path: '/admin/orders',
    label: 'Orders',
    topBar: 'Orders Management',
    letter: 'o',
    icon: ShoppingCart,
  },
  {
    path: '/admin/messages',
    label: 'Messages',
    topBar: 'Messages Management',
    letter: 'm',
    icon: Mail,
  },
  ...Object.values(CONTENT).map((entity) => ({
    path: entity.screen,
    label: contentMessages(entity).label,
    topBar: entity.title,
    letter: entity.letter,
    icon: entity.icon,
  })),
  { path: '/admin/pages', label: 'Pages', topBar: 'Pages', letter: 'w', icon: PanelsTopLeft },
  { path: '/admin/offer', label: 'Offer', topBar: 'Offer', letter: 'r', icon: Package },
  {
    path: '/admin/company',
    label: 'Company',
    topBar: 'Company',
    letter: 'y',
    icon: Building2,
    access: 'administration',
  },
  {
    path: '/admin/emails',
    label: 'Emails',
    topBar: 'Emails',
    letter: 'i',
    icon: MailOpen,
    access: 'administration',
  },
  { path: '/admin/mails', label: 'Mails', topBar: 'Mails', letter: 'l', icon: Send },
  {
    path: '/admin/contact-audit',
    label: 'Contact Audit',
    topBar: null,
    letter: 'a',
    icon: ScrollText,
    access: 'audit',
  },
  {
    path: '/admin/settings',
    label: 'Settings',
    topBar: null,
    letter: 's',
    icon: Settings,
    access: 'administration',
  },
];

/** Also for a path below the screen's own, such as `/admin/company/brand`. */
function findScreen(path: string): Screen | undefined {
  const [, admin = '', name] = path.split('/');
  const own = name === undefined ? `/${admin}` : `/${admin}/${name}`;
  return SCREENS.find((screen) => screen.path === own);
}

export const OWN_SCREEN = '/admin/security';

export const PRIVACY_SCREEN = '/admin/privacy';

export function accessOf(url: string): Access {
  const { pathname, searchParams } = new URL(url, 'https://admin.invalid');
  const path = pathname.replace(/\/$/, '');
  const tab = searchParams.get('tab');
  if (path === OWN_SCREEN) return tab === ADMINISTRATORS_TAB ? 'administration' : 'own';
  if (path === PRIVACY_SCREEN) return 'administration';
  if (path === '/admin') {
    const tabs: readonly { value: string; access?: Access }[] = DASHBOARD_TABS;
    return tabs.find(({ value }) => value === tab)?.access ?? DEFAULT_ACCESS;
  }
  return findScreen(path)?.access ?? DEFAULT_ACCESS;
}

export function topBarTitle(path: string): string {
  return findScreen(path)?.topBar ?? 'Admin Panel';
}
