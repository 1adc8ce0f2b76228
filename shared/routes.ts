type Facts = {
  /** Goes on when the server is overloaded: what the agency lives on, and what it owes. */
  isEssential?: boolean;
};

export type PublicRoute = Facts & {
  /** As React Router writes it. */
  path: string;
  /** Below `app/routes/`. */
  module: string;
  kind: 'page' | 'form' | 'resource';
  /** The names of the query that it may see; everything else is dropped before it is rendered. */
  query?: readonly string[];
  /** Further names that make it one visitor's own page, which is never cached. */
  ownQuery?: readonly string[];
  /** One visitor's own: never cached, found by no search engine, and nobody is told its address. */
  isPrivate?: boolean;
  /** Another path of a page, which search engines do not list. */
  isAlias?: boolean;
};

/** Every public page, form and resource. What knows paths of the site, knows them from here. */
export const PUBLIC_ROUTES = [
  { path: '/', module: 'site/home.tsx', kind: 'page', isEssential: true },
  {
    path: '/order',
    module: 'site/order.tsx',
    kind: 'form',
    ownQuery: ['submitted'],
    isEssential: true,
  },
  { path: '/portfolio', module: 'site/portfolio.tsx', kind: 'page', query: ['category'] },
  { path: '/portfolio/:id', module: 'site/project.tsx', kind: 'page' },
  {
    path: '/contact',
    module: 'site/contact.tsx',
    kind: 'form',
    ownQuery: ['sent'],
    isEssential: true,
  },
  { path: '/terms-of-service', module: 'site/legal.tsx', kind: 'page', isEssential: true },
  { path: '/terms', module: 'site/legal.tsx', kind: 'page', isEssential: true, isAlias: true },
  { path: '/privacy-policy', module: 'site/legal.tsx', kind: 'page', isEssential: true },
  { path: '/privacy', module: 'site/legal.tsx', kind: 'page', isEssential: true, isAlias: true },
  { path: '/company', module: 'site/company.tsx', kind: 'page' },
  { path: '/blog', module: 'site/blog.tsx', kind: 'page', query: ['category'] },
  { path: '/blog/:slug', module: 'site/blog-post.tsx', kind: 'page' },
  { path: '/pricing', module: 'site/pricing.tsx', kind: 'page' },
  { path: '/faq', module: 'site/faq.tsx', kind: 'page', query: ['category'] },
  {
    path: '/track',
    module: 'site/lost-link.tsx',
    kind: 'form',
    ownQuery: ['asked'],
    isEssential: true,
    isPrivate: true,
  },
  {
    path: '/track/confirm',
    module: 'site/confirm-request.tsx',
    kind: 'form',
    ownQuery: ['code', 'done'],
    isEssential: true,
    isPrivate: true,
  },
  {
    path: '/track/:token',
    module: 'site/track.tsx',
    kind: 'form',
    isEssential: true,
    isPrivate: true,
  },
  {
    path: '/track/:token/sent',
    module: 'site/track-sent.tsx',
    kind: 'page',
    isEssential: true,
    isPrivate: true,
  },
  { path: '/project/:id', module: 'site/project-redirect.tsx', kind: 'page', isAlias: true },
  { path: '/sitemap.xml', module: 'resources/sitemap.ts', kind: 'resource' },
  { path: '/site-settings.json', module: 'resources/site-settings.ts', kind: 'resource' },
  { path: '/robots.txt', module: 'resources/robots.ts', kind: 'resource', isEssential: true },
  { path: '/favicon.ico', module: 'resources/site-icon.ts', kind: 'resource' },
  { path: '/apple-touch-icon.png', module: 'resources/site-icon.ts', kind: 'resource' },
  { path: '/brand.css', module: 'resources/brand.ts', kind: 'resource', isEssential: true },
  { path: '/email-logo.png', module: 'resources/email-logo.ts', kind: 'resource' },
  { path: '/site.webmanifest', module: 'resources/manifest.ts', kind: 'resource' },
  {
    path: '/.well-known/security.txt',
    module: 'resources/security-txt.ts',
    kind: 'resource',
    isEssential: true,
  },
  { path: '/blog/rss.xml', module: 'resources/rss.ts', kind: 'resource' },
] as const satisfies readonly PublicRoute[];

export type PublicPath = (typeof PUBLIC_ROUTES)[number]['path'];

type Filled<Path extends string> = Path extends `${infer Start}:${string}`
  ? `${Start}${string}`
  : Path;

export type SitePath = Filled<PublicPath>;

export type SiteUrl = SitePath | `${SitePath}${'?' | '#'}${string}`;

export function listPaths(isWanted: (route: PublicRoute) => boolean | undefined): PublicPath[] {
  const routes: readonly (PublicRoute & { path: PublicPath })[] = PUBLIC_ROUTES;
  return routes.filter(isWanted).map(({ path }) => path);
}

export function isIndexed({ kind, isPrivate, isAlias }: PublicRoute): boolean {
  return kind !== 'resource' && !isPrivate && !isAlias;
}

// Both are marked as pure so that the table stays out of the browser's scripts, which take only what follows it.
/** The pages with a form that works without scripts. */
export const FORM_PATHS = /* @__PURE__ */ listPaths(({ kind }) => kind === 'form');

const isFormPath = /* @__PURE__ */ pathTest(FORM_PATHS);
const isPrivate = /* @__PURE__ */ pathTest(/* @__PURE__ */ listPaths(({ isPrivate }) => isPrivate));

/** Matches the paths that some routes have, however their parameters are filled in, and those of their data. */
export function pathTest(paths: readonly string[]): RegExp {
  const written = paths.map((path) =>
    path.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '[^/]+'),
  );
  return new RegExp(`^(?:${written.join('|')})(?:\\.data)?$`, 'i');
}

/** Whether a form may be sent to a path: without scripts or with them. */
export function isFormTarget(path: string): boolean {
  return isFormPath.test(path);
}

/** Whether a path is that of one visitor's own page, of its data or of what lies below it. */
export function isPrivatePath(path: string): boolean {
  return isPrivate.test(path) || /^\/track\//i.test(path);
}

/** Where React Router's browser side asks for the data of a page. */
export function dataPathOf(path: string): string {
  return path === '/' ? '/_.data' : `${path}.data`;
}

/** The documents of the back office: they hold no data, and go on whatever happens to the site. */
export const ADMIN_PATHS = ['/admin', '/adminloginpage'] as const;

const ADMIN_DOCUMENT = new RegExp(`^(?:${ADMIN_PATHS.join('|')})(?:/|\\.data$|$)`, 'i');

/** Whether a path, or that of page data, is shown by a document of the back office. */
export function isAdminPath(path: string): boolean {
  return ADMIN_DOCUMENT.test(path);
}

export const MONITORING_PATHS = ['/healthz', '/readyz', '/metrics'] as const;

type ApiGroup = Facts & {
  /** Its endpoint, and what all its others begin with. */
  path: `/api/${string}`;
  takes?: 'form' | 'upload' | 'sign-in';
  isOpenInMaintenance?: boolean;
};

/** The groups of endpoints of which something is true. The settings stay open because open pages must learn of the end of maintenance. */
export const API_GROUPS = [
  { path: '/api/site-settings', isEssential: true, isOpenInMaintenance: true },
  { path: '/api/contact-messages', takes: 'form' },
  { path: '/api/order-attachments', takes: 'upload' },
  { path: '/api/submit-order', takes: 'form' },
  { path: '/api/admin-auth', takes: 'sign-in', isOpenInMaintenance: true },
  { path: '/api/admin', isOpenInMaintenance: true },
  { path: '/api/openapi.json', isOpenInMaintenance: true },
] as const satisfies readonly ApiGroup[];

export type ApiPath = (typeof API_GROUPS)[number]['path'];

export function findApiGroup(path: string): ApiGroup | undefined {
  const [group] = /^\/api\/[^/]*/.exec(path) ?? [];
  return API_GROUPS.find(({ path }) => path === group);
}

export function listApiPaths(taken: ApiGroup['takes']): string[] {
  const groups: readonly ApiGroup[] = API_GROUPS;
  return groups.filter(({ takes }) => takes === taken).map(({ path }) => path);
}
