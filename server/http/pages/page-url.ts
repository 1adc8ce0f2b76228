import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import { splitTarget } from '#server/http/guard/canonical-path.ts';

/** Stands for every address that has no page. */
export const MISSING_PAGE = '/404';
export const SITEMAP = '/sitemap.xml';

/** What a page may see of its query, by its path in small letters; everything else is dropped before rendering. */
const QUERY_NAMES: Record<string, readonly string[]> = {
  '/blog': ['category'],
  '/portfolio': ['category'],
  '/faq': ['category'],
  '/order': ['submitted'],
  '/contact': ['sent'],
};
const DATA_NAMES = ['_routes'];
const FORM_NAMES = ['index'];
const DATA_ENDING = '.data';

/** One visitor's own page: it is not worth keeping. */
const UNKEPT_NAMES = ['submitted', 'sent'];

/** Of addresses that are no pages. */
const OTHER_SEGMENTS = ['api', 'assets', 'media', 'healthz', 'readyz', 'metrics'];

const LONGEST_VALUE = 200;
const LONGEST_TARGET = 1_000;
const MOST_KNOWN_PATHS = 1_000;

function isData(path: string): boolean {
  return path.endsWith(DATA_ENDING);
}

/** A request target with nothing but the path and those names of the query that its page knows, in one order. */
export function pageTarget(target: string, isForm = false): string {
  const { path, query } = splitTarget(target);
  if (query === '') return path;
  const given = new URLSearchParams(query);
  const known = new URLSearchParams();
  const names = isData(path) ? DATA_NAMES : (QUERY_NAMES[path.toLowerCase()] ?? []);
  for (const name of isForm ? [...names, ...FORM_NAMES] : names) {
    const value = given.get(name);
    if (value !== null) known.set(name, value.slice(0, LONGEST_VALUE));
  }
  return known.size === 0 ? path : `${path}?${known}`;
}

/** The target under which an answer may be kept; null for one that never is. */
export function canonicalTarget(target: string): string | null {
  if (target.length > LONGEST_TARGET) return null;
  const canonical = pageTarget(target);
  return UNKEPT_NAMES.some((name) => canonical.includes(`?${name}=`)) ? null : canonical;
}

export type PageAddresses = {
  /** The target under which the answer for a request target is kept, null when it never is. */
  keptTarget: (target: string) => string | null;
  /** Whether the first segment of a path belongs to any address of this server. */
  isKnownSegment: (segment: string) => boolean;
};

/** Knows which addresses are pages of the public site, from the router's own table. */
export function readPageAddresses(routes: ServerBuild['routes']): PageAddresses {
  const tree = toTree(routes, undefined);
  const segments = new Set([
    ...OTHER_SEGMENTS,
    ...Object.values(routes).flatMap((route) => route?.path?.toLowerCase().split('/', 1) ?? []),
  ]);

  // The router works its whole table out for each question: 0.7 of the 10 ms that a page takes.
  const known = new Map<string, string>();

  function routeOf(path: string): string {
    const earlier = known.get(path);
    if (earlier !== undefined) return earlier;
    if (known.size >= MOST_KNOWN_PATHS) known.clear();
    const route = findRoute(path);
    known.set(path, route);
    return route;
  }

  /** The id of the route that answers a path. */
  function findRoute(path: string): string {
    const page = path.slice(0, -DATA_ENDING.length);
    const shown = isData(path) ? (page === '/_' || page === '/_root' ? '/' : page) : path;
    return matchRoutes(tree, shown)?.at(-1)?.route.id ?? '';
  }

  return {
    keptTarget(target) {
      const canonical = canonicalTarget(target);
      if (canonical === null) return null;
      const { path } = splitTarget(canonical);
      const id = routeOf(path);
      if (id === 'routes/site/not-found') return isData(path) ? null : MISSING_PAGE;
      return /^(?:routes\/(?:site|resources)\/|terms$|privacy$)/.test(id) ? canonical : null;
    },
    // The router does not tell upper from lower case.
    isKnownSegment: (segment) => segments.has(segment.toLowerCase()),
  };
}

function toTree(routes: ServerBuild['routes'], parentId: string | undefined): RouteObject[] {
  return Object.values(routes).flatMap((route): RouteObject[] => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path, caseSensitive } = route;
    const shared = { id, path, caseSensitive };
    return route.index
      ? [{ ...shared, index: true as const }]
      : [{ ...shared, children: toTree(routes, id) }];
  });
}
