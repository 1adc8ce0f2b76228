/** The screens of the sidebar in their order, and the titles that the top bar shows. */
export const SCREENS = [
  { path: '/admin', label: 'Dashboard', topBar: 'Dashboard', letter: 'd' },
  { path: '/admin/orders', label: 'Orders', topBar: 'Orders Management', letter: 'o' },
  { path: '/admin/messages', label: 'Messages', topBar: 'Messages Management', letter: 'm' },
  { path: '/admin/blog', label: 'Blog Posts', topBar: 'Blog Management', letter: 'b' },
  { path: '/admin/projects', label: 'Projects', topBar: 'Projects Management', letter: 'p' },
  { path: '/admin/faqs', label: 'FAQs', topBar: 'FAQ Management', letter: 'f' },
  { path: '/admin/clients', label: 'Clients', topBar: 'Clients Management', letter: 'c' },
  {
    path: '/admin/testimonials',
    label: 'Testimonials',
    topBar: 'Testimonials Management',
    letter: 't',
  },
  { path: '/admin/contact-audit', label: 'Contact Audit', topBar: null, letter: 'a' },
  { path: '/admin/settings', label: 'Settings', topBar: null, letter: 's' },
] as const;

/** What the top bar shows on a path. */
export function topBarTitle(path: string): string {
  return SCREENS.find((screen) => screen.path === path)?.topBar ?? 'Admin Panel';
}
