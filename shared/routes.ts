export type PublicRoute = {
  /** As React Router writes it. */
  path: string;
  /** Below `app/routes/`. */
  module: string;
  kind: 'page' | 'form' | 'resource';
  /** The names of the query that it may see; everything else is dropped before it is rendered. */
  query?: readonly string[];
  /** Further names that make it one visitor's own page, which is never cached. */
  ownQuery?: readonly string[];
  /** Goes on when the server is overloaded: what the agency lives on, and what it owes. */
  isEssential?: boolean;
  /** Belongs into the sitemap. */
  isIndexed?: boolean;
};

/** Every public page, form and resource. What knows paths of the site, knows them from here. */
export const PUBLIC_ROUTES = [
  { path: '/', module: 'site/home.tsx', kind: 'page', isEssential: true, isIndexed: true },
  {
    path: '/order',
    module: 'site/order.tsx',
    kind: 'form',
    ownQuery: ['submitted'],
    isEssential: true,
    isIndexed: true,
  },
  {
    path: '/portfolio',
    module: 'site/portfolio.tsx',
    kind: 'page',
    query: ['category'],
    isIndexed: true,
  },
  { path: '/portfolio/:id', module: 'site/project.tsx', kind: 'page', isIndexed: true },
  {
    path: '/contact',
    module: 'site/contact.tsx',
    kind: 'form',
    ownQuery: ['sent'],
    isEssential: true,
    isIndexed: true,
  },
  {
    path: '/terms-of-service',
    module: 'site/terms-of-service.tsx',
    kind: 'page',
    isEssential: true,
    isIndexed: true,
  },
  { path: '/terms', module: 'site/terms-of-service.tsx', kind: 'page', isEssential: true },
  {
    path: '/privacy-policy',
    module: 'site/privacy-policy.tsx',
    kind: 'page',
    isEssential: true,
    isIndexed: true,
  },
  { path: '/privacy', module: 'site/privacy-policy.tsx', kind: 'page', isEssential: true },
  { path: '/blog', module: 'site/blog.tsx', kind: 'page', query: ['category'], isIndexed: true },
  { path: '/blog/:slug', module: 'site/blog-post.tsx', kind: 'page', isIndexed: true },
  { path: '/pricing', module: 'site/pricing.tsx', kind: 'page', isIndexed: true },
  { path: '/faq', module: 'site/faq.tsx', kind: 'page', query: ['category'], isIndexed: true },
  { path: '/project/:id', module: 'site/project-redirect.tsx', kind: 'page' },
  { path: '/sitemap.xml', module: 'resources/sitemap.ts', kind: 'resource' },
  { path: '/site-settings.json', module: 'resources/site-settings.ts', kind: 'resource' },
  { path: '/robots.txt', module: 'resources/robots.ts', kind: 'resource', isEssential: true },
  { path: '/blog/rss.xml', module: 'resources/rss.ts', kind: 'resource' },
  { path: '/share/:kind/:name', module: 'resources/share-image.ts', kind: 'resource' },
] as const satisfies readonly PublicRoute[];

export type PublicPath = (typeof PUBLIC_ROUTES)[number]['path'];

/** The paths of those routes that `isWanted` picks. */
export function listPaths(isWanted: (route: PublicRoute) => boolean | undefined): PublicPath[] {
  const routes: readonly (PublicRoute & { path: PublicPath })[] = PUBLIC_ROUTES;
  return routes.filter(isWanted).map(({ path }) => path);
}

/** The pages with a form that works without scripts. */
export const FORM_PATHS = listPaths(({ kind }) => kind === 'form');

/** Where React Router's browser side asks for the data of a page. */
export function dataPathOf(path: string): string {
  return path === '/' ? '/_.data' : `${path}.data`;
}
