export const PORTFOLIO_MESSAGES = {
  /** If the page's texts could not be loaded, and in breadcrumbs. */
  heading: 'Portfolio',
  noMatch: 'No projects found for the selected category',
  filter: 'Filter projects by category',
  all: 'All',
  showAll: 'Show all projects',
  shown: (count: number, category: string | null) =>
    `${count} ${count === 1 ? 'project' : 'projects'} in ${category ?? 'all categories'}`,
  technologies: 'Technologies',
  moreTechnologies: (count: number) => `+${count} more`,
  viewDetails: 'View Details',
} as const;

export const PROJECT_MESSAGES = {
  more: 'More projects',
  next: 'Next project',
  previous: 'Previous project',
} as const;

export const MISSING_PROJECT = {
  title: 'Project Not Found',
  text: 'There is no published project at this address. It may have been withdrawn, or the address has a typing error.',
  back: { to: '/portfolio', label: 'Back to Portfolio' },
} as const;
