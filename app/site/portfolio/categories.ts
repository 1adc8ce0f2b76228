import type { ProjectCategory } from '#shared/projects/values.ts';

// Repeated here because shared/projects/schema.ts would bring its schemas into the browser; the type keeps both lists equal.
const CATEGORIES: Record<ProjectCategory, true> = {
  Logistics: true,
  Finance: true,
  'Real Estate': true,
  Mapping: true,
  Other: true,
};

export const PORTFOLIO_CATEGORIES = Object.keys(CATEGORIES);
