import type { ProjectCategory } from '#shared/projects/values.ts';

export const PORTFOLIO_PATH = '/portfolio';

// Repeated here because shared/projects/schema.ts would bring its schemas into the browser; the type keeps both lists equal.
const CATEGORIES: Record<ProjectCategory, true> = {
  Logistics: true,
  Finance: true,
  'Real Estate': true,
  Mapping: true,
  Other: true,
};

export const PORTFOLIO_CATEGORIES = Object.keys(CATEGORIES);

export const PORTFOLIO_TEXTS = {
  heading: 'Portfolio',
  intro:
    'Projects as we would explain them to a colleague: what was wrong, what we built, and what changed in figures.',
  description:
    'Custom software projects in logistics, finance, real estate and mapping: the challenge, the solution and the results in figures.',
  keywords:
    'software portfolio, case studies, logistics software, invoicing software, real estate apps, mapping applications',
  noMatch: 'No projects found for the selected category',
} as const;

export const MISSING_PROJECT = {
  title: 'Project Not Found',
  text: 'There is no published project at this address. It may have been withdrawn, or the address has a typing error.',
  back: { to: PORTFOLIO_PATH, label: 'Back to Portfolio' },
} as const;
