import {
  LayoutDashboard,
  type LucideIcon,
  Mail,
  ScrollText,
  Settings,
  ShoppingCart,
} from 'lucide-react';
import { CONTENT } from './content.ts';
import { contentMessages } from './messages.ts';

type Screen = {
  path: string;
  label: string;
  topBar: string | null;
  letter: string;
  icon: LucideIcon;
};

/** The screens of the sidebar in their order, and the titles that the top bar shows. */
export const SCREENS: readonly Screen[] = [
  { path: '/admin', label: 'Dashboard', topBar: 'Dashboard', letter: 'd', icon: LayoutDashboard },
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
  {
    path: '/admin/contact-audit',
    label: 'Contact Audit',
    topBar: null,
    letter: 'a',
    icon: ScrollText,
  },
  { path: '/admin/settings', label: 'Settings', topBar: null, letter: 's', icon: Settings },
];

/** What the top bar shows on a path. */
export function topBarTitle(path: string): string {
  return SCREENS.find((screen) => screen.path === path)?.topBar ?? 'Admin Panel';
}
