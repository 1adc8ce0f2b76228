import { matchRoutes } from 'react-router';
import { splitTarget } from './canonical-path.ts';
import {
  ADMIN_PATHS,
  isAdminPath,
  isPrivatePath,
  MONITORING_PATHS,
  PUBLIC_ROUTES,
  type PublicRoute,
} from '#shared/routes.ts';

export const MISSING_PAGE = '/404';
export const SITEMAP = '/sitemap.xml';

const ROUTES: readonly PublicRoute[] = PUBLIC_ROUTES;
const ROUTE_TREE = ROUTES.map(({ path }) => ({ path }));
const QUERY_NAMES = new Map(
  ROUTES.map(({ path, query = [], ownQuery = [] }) => [path, [...query, ...ownQuery]]),
);
const OWN_NAMES = ROUTES.flatMap(({ ownQuery = [] }) => ownQuery);
const DATA_NAMES = ['_routes'];
const FORM_NAMES = ['index'];
const DATA_ENDING = '.data';

const FIRST_SEGMENTS = new Set(
  [
    '/api',
    '/assets',
    '/media',
    ...MONITORING_PATHS,
    ...ADMIN_PATHS,
    ...ROUTES.map(({ path }) => path),
  ].map((path) => path.slice(1).split('/', 1)[0]),
);

const MAX_VALUE = 200;
const MAX_TARGET = 1_000;
const MAX_KNOWN_PATHS = 1_000;

function isData(path: string): boolean {
  return path.endsWith(DATA_ENDING);
}

/** Keeps only the query names that the page knows, in a fixed order. */
export function pageTarget(target: string, isForm = false): string {
  const { path, query } = splitTarget(target);
  if (query === '') return path;
  const given = new URLSearchParams(query);
  const known = new URLSearchParams();
  const names = isData(path) ? DATA_NAMES : (QUERY_NAMES.get(path.toLowerCase()) ?? []);
  for (const name of isForm ? [...names, ...FORM_NAMES] : names) {
    const value = given.get(name);
    if (value !== null) known.set(name, value.slice(0, MAX_VALUE));
  }
  return known.size === 0 ? path : `${path}?${known}`;
}

export function canonicalTarget(target: string): string | null {
  if (target.length > MAX_TARGET) return null;
  const canonical = pageTarget(target);
  return OWN_NAMES.some((name) => canonical.includes(`?${name}=`)) ? null : canonical;
}

export function isKnownSegment(segment: string): boolean {
  return FIRST_SEGMENTS.has(segment.toLowerCase());
}

// bounded by MAX_KNOWN_PATHS. The router works its whole table out for each question: 0.7 of the 10 ms that a page takes.
const known = new Map<string, boolean>();

function isPublicPath(path: string): boolean {
  const earlier = known.get(path);
  if (earlier !== undefined) return earlier;
  if (known.size >= MAX_KNOWN_PATHS) known.clear();
  const page = path.slice(0, -DATA_ENDING.length);
  const shown = isData(path) ? (page === '/_' || page === '/_root' ? '/' : page) : path;
  const isPublic = matchRoutes(ROUTE_TREE, shown) !== null;
  known.set(path, isPublic);
  return isPublic;
}

export function cachedTarget(target: string): string | null {
  const canonical = canonicalTarget(target);
  if (canonical === null) return null;
  const { path } = splitTarget(canonical);
  if (isPrivatePath(path)) return null;
  if (isPublicPath(path)) return canonical;
  return isData(path) || isAdminPath(path) ? null : MISSING_PAGE;
}
