import { sql } from 'kysely';
import type { Database } from '#server/context/context.ts';
import { listNumbersIn } from '#shared/claims/values.ts';
import { hasPrices } from '#shared/site-content/pricing.ts';
import type { SiteContent } from '#shared/site-content/types.ts';
import type { Navigation } from '#shared/site-settings/schema.ts';

/** Tables of the pages that exist only with published records. */
export const PAGE_TABLES: readonly string[] = ['blog_posts', 'faqs', 'projects'];

type PageState = Record<'/blog' | '/faq', boolean> & {
  /** Categories of published projects. */
  categories: string[];
};

export async function readPageState(db: Database): Promise<PageState> {
  const { rows } = await sql<PageState>`
    select
      exists (select from blog_posts where is_published and deleted_at is null) as "/blog",
      exists (select from faqs where is_published and deleted_at is null) as "/faq",
      array(
        select distinct industry_category from projects where is_published and deleted_at is null
      ) as categories
  `.execute(db);
  return rows[0] ?? { '/blog': false, '/faq': false, categories: [] };
}

/** Without empty texts. */
export function pickSet<Copy extends object>(copy: Copy): Partial<Copy> {
  return Object.fromEntries(Object.entries(copy).filter(([, text]) => text)) as Partial<Copy>;
}

/** `content` has only the proof that is shown. */
export function buildNavigation(
  content: SiteContent,
  { categories, ...pages }: PageState,
): Navigation {
  const { company, process, values, plans, proof, 'page/home': home } = content;
  const { services } = content.services;
  const { hasAdminLink, ...labels } = content['page/menu'];
  const about = listNumbersIn('about', proof);
  const lists = [values.values, values.points, values.technologies, about];
  const caseStudies = [...proof.stories, ...listNumbersIn('case-studies', proof)];
  const strings = [home.aboutHeading, company.sentence, company.paragraph];
  const states: Record<string, boolean> = {
    '/#services': services.length > 0,
    '/#process': process.steps.length > 0,
    '/#case-studies': home.caseStudiesHeading !== '' && caseStudies.length > 0,
    '/#about': strings.some(Boolean) || lists.some(({ length }) => length > 0),
    '/pricing': hasPrices(plans),
    ...pages,
    '/portfolio': categories.length > 0,
    '/company': company.legalName !== '',
    '/admin': hasAdminLink,
  };
  return {
    services: services.map(({ name }) => name),
    hidden: Object.keys(states).filter((to) => !states[to]),
    labels: pickSet(labels),
  };
}
