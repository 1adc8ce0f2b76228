export const PORTFOLIO_MESSAGES = {
  heading: 'Portfolio',
  intro:
    'Projects as we would explain them to a colleague: what was wrong, what we built, and what changed in figures.',
  description:
    'Custom software projects in logistics, finance, real estate and mapping: the challenge, the solution and the results in figures.',
  keywords:
    'software portfolio, case studies, logistics software, invoicing software, real estate apps, mapping applications',
  noMatch: 'No projects found for the selected category',
  filter: 'Filter projects by category',
  all: 'All',
  showAll: 'Show all projects',
  shown: (count: number, category: string | null) =>
    `${count} ${count === 1 ? 'project' : 'projects'} in ${category ?? 'all categories'}`,
  technologies: 'Technologies',
  moreTechnologies: (count: number) => `+${count} more`,
  viewDetails: 'View Details',
  closing: {
    heading: 'Something like this for your company?',
    text: (within: string) =>
      `Describe your case. The first assessment is free, and we answer ${within}.`,
    primary: { to: '/order', label: 'Start Your Project' },
    secondary: { to: '/contact', label: 'Contact Us' },
  },
} as const;

export const PROJECT_MESSAGES = {
  more: 'More projects',
  next: 'Next project',
  previous: 'Previous project',
  similar: {
    heading: 'Need a Similar Solution',
    text: (within: string) =>
      `Describe your case in the order form. The first assessment is free, and we answer ${within}.`,
    button: 'Request Similar Project',
  },
} as const;

export const MISSING_PROJECT = {
  title: 'Project Not Found',
  text: 'There is no published project at this address. It may have been withdrawn, or the address has a typing error.',
  back: { to: '/portfolio', label: 'Back to Portfolio' },
} as const;
