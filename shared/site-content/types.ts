import type * as z from 'zod';
import type { Access } from '#shared/admin-users/values.ts';
import { brandSchema } from './brand.ts';
import { companySchema } from './company.ts';
import { homeSchema } from './home.ts';
import { menuSchema } from './menu.ts';
import { orderOptionsSchema, projectCategoriesSchema } from './options.ts';
import { PAGES } from './pages.ts';
import { plansSchema } from './plans.ts';
import { processSchema } from './process.ts';
import { proofSchema } from './proof.ts';
import { screensSchema } from './screens.ts';
import { servicesSchema } from './services.ts';
import { valuesSchema } from './strengths.ts';
import { EMAILS } from './emails.ts';

/** Facts of the company and emails are the owner's; members may edit the rest. */
const SCREEN_ACCESS: Record<ContentScreen, Access> = {
  company: 'administration',
  emails: 'administration',
  offer: 'work',
  pages: 'work',
};

export type ContentScreen = 'company' | 'offer' | 'pages' | 'emails';

type ContentType = {
  label: string;
  schema: z.ZodObject;
  /** The screen of the back office that edits it, as a tab. */
  screen: ContentScreen;
  /** Access that a change requires; by default that of the screen. */
  access?: Access;
};

/** Content types by the key of their endpoint. Each has one record in `site_content` per language. */
export const CONTENT_TYPES = {
  company: { label: 'Company', schema: companySchema, screen: 'company' },
  brand: { label: 'Brand', schema: brandSchema, screen: 'company' },
  services: { label: 'Services', schema: servicesSchema, screen: 'offer' },
  plans: { label: 'Prices', schema: plansSchema, screen: 'offer' },
  process: { label: 'Process', schema: processSchema, screen: 'offer' },
  values: { label: 'Values', schema: valuesSchema, screen: 'offer' },
  proof: { label: 'Proof', schema: proofSchema, screen: 'offer', access: 'administration' },
  'order-options': { label: 'Order options', schema: orderOptionsSchema, screen: 'offer' },
  'project-categories': {
    label: 'Project categories',
    schema: projectCategoriesSchema,
    screen: 'offer',
  },
  'page/home': { label: 'Home page', schema: homeSchema, screen: 'pages' },
  'page/menu': { label: 'Menu', schema: menuSchema, screen: 'pages' },
  'page/screens': { label: 'Other screens', schema: screensSchema, screen: 'pages' },
  ...PAGES,
  ...EMAILS,
} as const satisfies Record<string, ContentType>;

export type ContentKey = keyof typeof CONTENT_TYPES;

export const CONTENT_KEYS = Object.keys(CONTENT_TYPES) as ContentKey[];

export type SiteContent = {
  [Key in ContentKey]: z.output<(typeof CONTENT_TYPES)[Key]['schema']>;
};

export function listScreenContent(screen: ContentScreen): ContentKey[] {
  return CONTENT_KEYS.filter((key) => CONTENT_TYPES[key].screen === screen);
}

// The table's key has a language from its first migration; more than one comes later.
export const LANGUAGE = 'en';

export function getContentAccess(key: ContentKey): Access {
  const { access, screen }: ContentType = CONTENT_TYPES[key];
  return access ?? SCREEN_ACCESS[screen];
}

/** 'page/home' is the record `home` of the type `page`; a type with one record has the id `main`. */
export function splitKey(key: ContentKey): { type: string; id: string; language: string } {
  const [type = '', id = 'main'] = key.split('/');
  return { type, id, language: LANGUAGE };
}
