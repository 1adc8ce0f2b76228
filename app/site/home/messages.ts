import type { ProjectCategory } from '#shared/projects/values.ts';

export type Weeks = { least: number; max: number };

export const HERO = {
  headline: 'Custom-Built Software Solutions for Smarter Business Growth',
  sentence:
    'We build the shipment systems, invoicing tools and dashboards that your team opens every morning, at a scope and price agreed before we start.',
  promise: (response: string) => `${response}. The first consultation is free.`,
} as const;

export const HOME_MESSAGES = {
  title: 'Custom Business Software from Ankara',
  keywords:
    'custom software, shipment systems, invoicing tools, dashboards, real estate apps, mapping apps, data analytics, Ankara',
} as const;

export const HERO_DRAWING =
  "One order on its way: its route from Ankara on a map, today's shipments as bars, and the lines of its invoice";

export const HOME_FAILURES = {
  title: 'Error',
  testimonials: 'Failed to load testimonials',
  blogPosts: 'Failed to load blog posts',
} as const;

/** Of the project that the demo, a shipment desk, belongs to. */
export const WORK_CATEGORY: ProjectCategory = 'Logistics';

export const WORK_MESSAGES = {
  heading: 'See the work',
  before: (value: string) => `before: ${value}`,
  see: 'See the project',
  seeNamed: (name: string) => `: ${name}`,
  seeProjects: 'See projects',
} as const;

export const LIVE_DEMO_MESSAGES = {
  origin: 'Built from the parts of our projects. The data is made up.',
  failed: 'The demo could not be loaded. Load the page again to try it.',
} as const;

export const HOME_BUTTONS = {
  demo: 'Watch Demo',
  start: 'Start Your Project',
  consult: 'Schedule Consultation',
  consultFree: 'Schedule Free Consultation',
} as const;

export const TESTIMONIAL_MESSAGES = {
  label: 'Client testimonials',
  heading: 'What clients say',
  previous: 'Previous testimonial',
  next: 'Next testimonial',
  position: (number: number, count: number) => `${number} of ${count}`,
  show: (number: number, count: number) => `Show testimonial ${number} of ${count}`,
  shown: (number: number, count: number, name: string) =>
    `Testimonial ${number} of ${count}: ${name}`,
  rating: (stars: number, max: number) => `Rated ${stars} out of ${max}`,
} as const;

export const LATEST_POSTS_MESSAGES = {
  heading: 'From our notebook',
  all: 'View All Blogs',
  failed: 'The latest posts could not be loaded. Please try again in a moment.',
  empty: 'The first posts are being written.',
  readingTime: (minutes: number) => `${minutes} min read`,
  author: (name: string) => `By ${name}`,
  readMore: 'Read More',
} as const;

export const ABOUT = {
  heading: 'A small company that builds software to order',
  since: (year: number) =>
    `Since ${year} we have worked for firms that had outgrown their spreadsheets.`,
  valuesHeading: 'What we hold on to',
  sellingPointsHeading: 'What you can count on',
  stackHeading: 'What we build with',
  clientsHeading: 'Firms that work with our software',
} as const;

export const CORE_VALUES = [
  {
    name: 'Scalable Solutions',
    text: 'A first version for five people, on a structure that carries five hundred.',
  },
  {
    name: 'Security First',
    text: 'Roles, encryption and access logs are part of the first design.',
  },
  {
    name: 'User-Centric Design',
    text: 'We watch the work before we draw a screen, and test with those who will use it.',
  },
];

export const SELLING_POINTS = [
  'Free initial consultation and project assessment',
  'Transparent pricing with no hidden costs',
  'Agile development with regular updates',
  'Post-launch support and maintenance',
  'Scalable solutions',
];

export const TECHNOLOGY_STACK = [
  { name: 'Interface', entries: ['TypeScript', 'React', 'Tailwind', 'SVG'] },
  { name: 'Server', entries: ['Node.js', 'Hono', 'REST', 'Python'] },
  { name: 'Data', entries: ['PostgreSQL', 'PostGIS', 'dbt', 'UBL-TR'] },
  { name: 'Operations', entries: ['Linux', 'Docker', 'nginx', 'Prometheus'] },
];

export const SERVICES_INTRO = {
  heading: 'Six things we build',
  text: 'Made for your process, one at a time.',
} as const;

export const SERVICES = [
  {
    name: 'Shipment Systems',
    drawing: 'shipment',
    category: 'Logistics',
    description: 'Every load on one screen, with those that need a person now at the top.',
    features: [
      'Timeline of events for each shipment',
      'Warnings when an expected report is missing',
      'Tracking page for your customers',
    ],
  },
  {
    name: 'Invoicing Tools',
    drawing: 'invoice',
    category: 'Finance',
    description: 'Invoices made from your orders, checked before they leave, followed until paid.',
    features: [
      'e-Invoice and e-Archive documents',
      'Totals and taxes checked line by line',
      'Reminders and open items by customer',
    ],
  },
  {
    name: 'Dashboards',
    drawing: 'dashboard',
    category: 'Finance',
    description: 'The few figures that change a decision, each with the rows behind it.',
    features: [
      'Data from several systems in one place',
      'Exceptions above trends, trends above totals',
      'Export to spreadsheet and PDF',
    ],
  },
  {
    name: 'Real Estate Apps',
    drawing: 'floor-plan',
    category: 'Real Estate',
    description: 'Listings that are true on the day the buyer calls, and viewings to book.',
    features: [
      'One record for all portals',
      'Updates from the phone in under a minute',
      'Viewing slots shared with owner and buyer',
    ],
  },
  {
    name: 'Mapping Applications',
    drawing: 'map',
    category: 'Mapping',
    description: 'Maps for the office and the field, with your layers, with or without a signal.',
    features: [
      'Offline regions on tablet and phone',
      'Routes, areas and distances of your own',
      'Changes of several crews merged safely',
    ],
  },
  {
    name: 'Custom Apps',
    drawing: 'blueprint',
    category: 'Other',
    description:
      'The process that only you have: drawn first, priced as a fixed scope, then built.',
    features: [
      'Blueprint and scope before the first line of code',
      'Connections to the systems you keep',
      'Source code and documentation handed over',
    ],
  },
] as const satisfies readonly { name: string; category: ProjectCategory; [key: string]: unknown }[];

export const PROCESS_INTRO = {
  heading: 'From first talk to launch in five steps',
  text: 'You know at each step what comes next and what you receive.',
  duration: ({ least, max }: Weeks) => `${least} to ${max} weeks in all.`,
  stepDuration: ({ least, max }: Weeks) => (max === 1 ? '1 week' : `${least}-${max} weeks`),
  week: 'Week',
} as const;

export const PROCESS_STEPS = [
  {
    name: 'Discovery',
    weeks: { least: 1, max: 1 },
    text: 'We watch the work. You receive one page: goal, first version, open risks.',
  },
  {
    name: 'Analysis',
    weeks: { least: 1, max: 1 },
    text: 'Each function becomes a testable example. You receive the detailed scope.',
  },
  {
    name: 'Design',
    weeks: { least: 1, max: 2 },
    text: 'Screens with your data, tried by your people. You receive a clickable draft.',
  },
  {
    name: 'Development',
    weeks: { least: 2, max: 3 },
    text: 'A working version every week. You receive software that you can judge.',
  },
  {
    name: 'Launch',
    weeks: { least: 1, max: 1 },
    text: 'Data moved, people trained. You receive the running system and its code.',
  },
];

export const CASE_STUDIES_INTRO = {
  heading: 'Three stories from the workshop',
  text: 'The problem, the work, the result.',
} as const;

export const CASE_STUDY_MESSAGES = {
  situation: 'What was wrong',
  built: 'What we built',
  result: 'What changed',
} as const;

export const CLOSING = {
  heading: 'Ready to Build Your App?',
  text: 'Tell us what slows you down today. The first consultation and the assessment of your project are free.',
  emailLead: 'Or write to us:',
} as const;
