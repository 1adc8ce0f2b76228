import {
  Building2,
  ChartColumn,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  ListTodo,
  type LucideIcon,
  Mail,
  MailOpen,
  Package,
  PanelsTopLeft,
  ScrollText,
  Send,
  Settings,
  ShieldCheck,
  ShoppingCart,
  UsersRound,
} from 'lucide-react';
import { type Access, ADMINISTRATORS_TAB, DEFAULT_ACCESS } from '#shared/admin-users/values.ts';
import { DASHBOARD_TABS } from '#shared/dashboard/values.ts';
import { CONTENT } from './content.ts';
import { contentMessages } from './messages.ts';

export const SCREEN_GROUPS = ['Work', 'Site', 'Privacy', 'System'] as const;

type Screen = {
  group: (typeof SCREEN_GROUPS)[number];
  path: string;
  label: string;
  topBar: string | null;
  letter: string;
  icon: LucideIcon;
  access: Access;
};

export const OWN_SCREEN = '/admin/security';
export const PRIVACY_SCREEN = '/admin/privacy';
const ADMINISTRATORS = `${OWN_SCREEN}?tab=${ADMINISTRATORS_TAB}`;

const contentScreens = Object.values(CONTENT).map((entity) => ({
  path: entity.screen,
  label: contentMessages(entity).label,
  topBar: entity.title,
  letter: entity.letter,
  icon: entity.icon,
}));

type Listed = Omit<Screen, 'group' | 'topBar' | 'access'> &
  Partial<Pick<Screen, 'topBar' | 'access'>>;

/** The top bar shows the label unless the specification has another title. */
function listScreens(
  group: Screen['group'],
  screens: readonly Listed[],
  access: Access = DEFAULT_ACCESS,
): Screen[] {
  return screens.map((screen) => ({ topBar: screen.label, access, ...screen, group }));
}

/** The specified entries keep their order; further ones follow them within their group. */
export const SCREENS: readonly Screen[] = [
  ...listScreens('Work', [
    { path: '/admin', label: 'Dashboard', letter: 'd', icon: LayoutDashboard },
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
    { path: '/admin/queue', label: 'Queue', letter: 'q', icon: ListTodo },
  ]),
  ...listScreens('Site', [
    ...contentScreens,
    { path: '/admin/pages', label: 'Pages', letter: 'w', icon: PanelsTopLeft },
    { path: '/admin/offer', label: 'Offer', letter: 'r', icon: Package },
  ]),
  ...listScreens('Privacy', [
    {
      path: '/admin/contact-audit',
      label: 'Contact Audit',
      topBar: null,
      letter: 'a',
      icon: ScrollText,
      access: 'audit',
    },
    {
      path: PRIVACY_SCREEN,
      label: 'Privacy',
      letter: 'v',
      icon: ShieldCheck,
      access: 'administration',
    },
    { path: '/admin/reports', label: 'Reports', letter: 'n', icon: ChartColumn },
  ]),
  ...listScreens(
    'System',
    [
      { path: '/admin/settings', label: 'Settings', topBar: null, letter: 's', icon: Settings },
      { path: '/admin/setup', label: 'Set up your site', letter: 'g', icon: ListChecks },
      { path: '/admin/company', label: 'Company', letter: 'y', icon: Building2 },
      { path: '/admin/emails', label: 'Emails', letter: 'x', icon: MailOpen },
      { path: '/admin/mails', label: 'Sent emails', letter: 'l', icon: Send, access: 'work' },
      { path: ADMINISTRATORS, label: 'Administrators', letter: 'i', icon: UsersRound },
      { path: OWN_SCREEN, label: 'Security', letter: 'u', icon: KeyRound, access: 'own' },
    ],
    'administration',
  ),
];

/** Also for a path below the screen's own, such as `/admin/company/brand`. */
function findScreen(path: string): Screen | undefined {
  const [, admin = '', name] = path.split('/');
  const own = name === undefined ? `/${admin}` : `/${admin}/${name}`;
  return SCREENS.find((screen) => screen.path === own);
}

export function accessOf(url: string): Access {
  const { pathname, searchParams } = new URL(url, 'https://admin.invalid');
  const path = pathname.replace(/\/$/, '');
  const tab = searchParams.get('tab');
  if (path === OWN_SCREEN) return tab === ADMINISTRATORS_TAB ? 'administration' : 'own';
  if (path === '/admin') {
    const tabs: readonly { value: string; access?: Access }[] = DASHBOARD_TABS;
    return tabs.find(({ value }) => value === tab)?.access ?? DEFAULT_ACCESS;
  }
  return findScreen(path)?.access ?? DEFAULT_ACCESS;
}

export function topBarTitle(path: string): string {
  return findScreen(path)?.topBar ?? 'Admin Panel';
}
