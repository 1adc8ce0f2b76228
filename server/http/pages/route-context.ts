import {
  createContext,
  data,
  type MiddlewareFunction,
  redirect,
  type RouterContextProvider,
} from 'react-router';
import type { LiveSettings } from '#shared/site-settings/schema.ts';
import type { PageKey } from '#shared/site-content/pages.ts';
import { CONTENT_TYPES, type SiteContent } from '#shared/site-content/types.ts';
import { nextChangeAt } from '#shared/office-hours/due-at.ts';
import { getResponseStateAt, type ResponseState } from '#shared/office-hours/sentences.ts';
import { upcomingHours } from '#shared/office-hours/upcoming.ts';
import { reportFailure, type ServiceContext } from '#server/context/context.ts';

export { reportFailure };

export type PageContext = {
  services: ServiceContext;
  settings: LiveSettings;
  content: SiteContent;
  publicUrl: string;
  /** Given to the renderer as `nonce`; see server/http/base/content-policy.ts. */
  scriptMarker: string;
};

export const pageContext = createContext<PageContext>();

/** Markup that a loader gives to the rendering of a document and that its page data leaves out; see app/lib/document-html.tsx. */
export const documentHtml = createContext<Readonly<Record<string, string>>>({});

/** Kept out of the response, where reading it back makes three more copies. */
export const renderedDocument = createContext<Buffer<ArrayBuffer> | null>(null);

export const validUntil = createContext(Number.POSITIVE_INFINITY);

function expireAt(context: Readonly<RouterContextProvider>, instant: number): void {
  context.set(validUntil, Math.min(context.get(validUntil), instant));
}

export function services(context: Readonly<RouterContextProvider>): ServiceContext {
  return context.get(pageContext).services;
}

/** Owner's texts of a page, in memory like the settings: the forms must open while the database is away. */
export function getPageCopy<Key extends PageKey>(
  context: Readonly<RouterContextProvider>,
  key: Key,
): SiteContent[Key] & { heading: string } {
  const copy: SiteContent[PageKey] & { heading?: string } = context.get(pageContext).content[key];
  return { ...copy, heading: copy.heading || CONTENT_TYPES[key].label } as SiteContent[Key] & {
    heading: string;
  };
}

export type Loaded<T> = { value: T; hasFailed: boolean };

export async function loadOr<T>(
  context: Readonly<RouterContextProvider>,
  message: string,
  fallback: T,
  load: (ctx: ServiceContext) => Promise<T>,
): Promise<Loaded<T>> {
  const ctx = services(context);
  try {
    return { value: await load(ctx), hasFailed: false };
  } catch (error) {
    reportFailure(ctx, error, message);
    return { value: fallback, hasFailed: true };
  }
}

/** A page that states the response time expires at the next opening or closing. */
export function loadSettings(context: Readonly<RouterContextProvider>): {
  settings: LiveSettings;
  responseState: ResponseState;
} {
  const { settings } = context.get(pageContext);
  const now = services(context).now();
  const { officeHours } = settings;
  if (officeHours.isFallback) return { settings, responseState: 'closed' };
  expireAt(context, nextChangeAt(now, officeHours)?.getTime() ?? Number.POSITIVE_INFINITY);
  return {
    settings: { ...settings, officeHours: upcomingHours(officeHours, now) },
    responseState: getResponseStateAt(now, officeHours),
  };
}

const MINUTE_MS = 60_000;

/** In milliseconds. A page that shows a deadline expires with the minute. */
export function loadMinute(context: Readonly<RouterContextProvider>): number {
  const minute = Math.floor(services(context).now().getTime() / MINUTE_MS) * MINUTE_MS;
  expireAt(context, minute + MINUTE_MS);
  return minute;
}

export async function promiseData<Key extends PageKey>(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  key: Key,
  name: string,
  findDeadline: (ctx: ServiceContext, value: string) => Promise<Date | null>,
) {
  const given = new URL(request.url).searchParams.get(name);
  const { value: promisedAt } = await loadOr(
    context,
    'Error looking up when an answer was promised:',
    null,
    async (ctx) => (given === null ? null : findDeadline(ctx, given)),
  );
  return {
    copy: getPageCopy(context, key),
    renderedAt: loadMinute(context),
    promisedAt: promisedAt?.toISOString() ?? null,
  };
}

export async function loadList<Key extends PageKey, Item>(
  context: Readonly<RouterContextProvider>,
  key: Key,
  message: string,
  load: (ctx: ServiceContext) => Promise<Item[]>,
) {
  const { value: items, hasFailed } = await loadOr(context, message, [], load);
  const copy = getPageCopy(context, key);
  return pageData({ copy, items, failure: hasFailed ? ('unavailable' as const) : null }, hasFailed);
}

export function pageData<T>(value: T, hasFailed: boolean) {
  return data(
    value,
    hasFailed ? { status: 503, headers: { 'Retry-After': '10' } } : { status: 200 },
  );
}

/** Redirects a thank-you page with an invented id to the form. If the lookup fails, the page is shown. */
export function thankOnly(
  name: string,
  isSent: (ctx: ServiceContext, value: string) => Promise<boolean>,
): MiddlewareFunction<Response> {
  return async ({ request, context }) => {
    const { pathname, searchParams } = new URL(request.url);
    const given = searchParams.get(name);
    if (given === null) return;
    const { value: isReal } = await loadOr(
      context,
      'Error looking up what was sent:',
      true,
      (ctx) => isSent(ctx, given),
    );
    if (!isReal) throw redirect(pathname);
  };
}
