import type { FormSignals } from '#shared/forms/schema.ts';
import { PUBLIC_ROUTES, type PublicRoute } from '#shared/routes.ts';

export type EnquirySource = {
  /** Null for direct visits. */
  sourcePage: string | null;
  landingPage: string | null;
  /** Host and path of the other site. */
  referrer: string | null;
};

const MAX_CHARACTERS = 300;

const PAGES = PUBLIC_ROUTES.filter(
  (route: PublicRoute) => route.kind !== 'resource' && !route.isPrivate,
).map(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[A-Za-z0-9-]+')}$`));

const REFERRER = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?(?:\/[\w\-./~%+@:,;!*()]*)?$/i;

function cleanPage(path: string | undefined): string | null {
  if (path === undefined || path.length > MAX_CHARACTERS) return null;
  return PAGES.some((page) => page.test(path)) ? path : null;
}

function cleanReferrer(text: string | undefined): string | null {
  if (text === undefined || text.length > MAX_CHARACTERS || !REFERRER.test(text)) return null;
  const [host = '', ...path] = text.split('/');
  return [host.toLowerCase(), ...path].join('/');
}

/** Invalid values become null, so that no lead is lost. */
export function readEnquirySource({
  sourcePage,
  landingPage,
  referrer,
}: FormSignals): EnquirySource {
  return {
    sourcePage: cleanPage(sourcePage),
    landingPage: cleanPage(landingPage),
    referrer: cleanReferrer(referrer),
  };
}
