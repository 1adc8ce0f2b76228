import {
  BookOpen,
  Briefcase,
  Building2,
  HelpCircle,
  type LucideIcon,
  MessageSquareQuote,
  Users,
} from 'lucide-react';

import type { SavedFilterScreen } from '#shared/leads/values.ts';

export type ContentEntity = {
  /** Endpoint of the list; also the key of its saved filters. */
  path: SavedFilterScreen;
  noun: string;
  shortName: string;
  nameField: string;
  screen: string;
  title: string;
  /** Shortcut: `g`, then this key. */
  letter: string;
  icon: LucideIcon;
};

export const CONTENT = {
  blogPosts: {
    path: 'blog-posts',
    noun: 'blog post',
    shortName: 'Post',
    nameField: 'title',
    screen: '/admin/blog',
    title: 'Blog Management',
    letter: 'b',
    icon: BookOpen,
  },
  projects: {
    path: 'projects',
    noun: 'project',
    shortName: 'Project',
    nameField: 'title',
    screen: '/admin/projects',
    title: 'Projects Management',
    letter: 'p',
    icon: Briefcase,
  },
  faqs: {
    path: 'faqs',
    noun: 'FAQ',
    shortName: 'FAQ',
    nameField: 'question',
    screen: '/admin/faqs',
    title: 'FAQ Management',
    letter: 'f',
    icon: HelpCircle,
  },
  clients: {
    path: 'clients',
    noun: 'client',
    shortName: 'Client',
    nameField: 'name',
    screen: '/admin/clients',
    title: 'Clients Management',
    letter: 'c',
    icon: Building2,
  },
  testimonials: {
    path: 'testimonials',
    noun: 'testimonial',
    shortName: 'Testimonial',
    nameField: 'clientName',
    screen: '/admin/testimonials',
    title: 'Testimonials Management',
    letter: 't',
    icon: MessageSquareQuote,
  },
  teamMembers: {
    path: 'team-members',
    noun: 'team member',
    shortName: 'Team Member',
    nameField: 'name',
    screen: '/admin/team-members',
    title: 'Team Management',
    letter: 'e',
    icon: Users,
  },
} satisfies Record<string, ContentEntity>;

export function getRecordName({ nameField }: ContentEntity, record: object): string {
  return String(Reflect.get(record, nameField));
}
