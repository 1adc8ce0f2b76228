import type { Handler } from 'hono';
import {
  createRequestHandler,
  type RequestHandler,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import { type PageContext, pageContext, renderedDocument, validUntil } from './route-context.ts';
import { CLOSED_POLICY, createScriptMarker, sealPage } from '#server/http/base/content-policy.ts';
import { acceptedEncodings, compressQuickly } from '#server/http/base/encoding.ts';
import { methodRejection, RETRY_AFTER_SECONDS } from '#server/http/base/error-response.ts';
import { isFormTarget } from '#shared/routes.ts';
import { toResponse } from '#server/http/base/cached-response.ts';
import { getPathAndQuery } from '#server/http/base/canonical-path.ts';
import { cachedTarget, pageTarget } from '#server/http/base/page-url.ts';
import { contextOf, type HonoEnv } from '#server/http/base/request-context.ts';
import type { PageCache, RenderedPage } from '#server/http/cache/page-cache.ts';
import type { CurrentSettings } from '#server/services/site-settings/index.ts';
import { buildSecurityHeaders } from '#server/http/base/security-headers.ts';
import { startScriptsAfterFirstPaint } from './script-start.ts';

const FORM_HEADERS = ['content-type', 'content-length'];

type PagesOptions = {
  loadBuild: () => Promise<ServerBuild>;
  mode: 'production' | 'development';
  publicUrl: string;
};
type Page = Pick<PageContext, 'services' | 'settings' | 'content'>;

export type Pages = ReturnType<typeof createPages>;

/** Loaders see the own origin, the path and known query names only, so that no visitor can change another's cached page. */
export function createPages({ loadBuild, mode, publicUrl }: PagesOptions) {
  let handler: Promise<RequestHandler> | undefined;
  // Vite's development client injects inline scripts and styles.
  const isPolicySent = mode === 'production';
  const securityHeaders = buildSecurityHeaders(publicUrl);

  // Given a loader, the router processes the build for each request.
  function loadHandler(): Promise<RequestHandler> {
    if (mode === 'development') return Promise.resolve(createRequestHandler(loadBuild, mode));
    return (handler ??= loadBuild().then((build) => createRequestHandler(build, mode)));
  }

  async function renderPage(request: Request, page: Page) {
    const scriptMarker = createScriptMarker();
    const context = new RouterContextProvider();
    context.set(pageContext, { ...page, publicUrl, scriptMarker });
    const handle = await loadHandler();
    const response = await handle(request, context);
    const body = context.get(renderedDocument) ?? Buffer.from(await response.arrayBuffer());
    const sealed = sealResponse(response, body, scriptMarker, isPolicySent);
    return { ...sealed, validUntil: context.get(validUntil) };
  }

  return {
    async render(target: string, page: Page): Promise<Omit<RenderedPage, 'tables'>> {
      const request = new Request(new URL(target, publicUrl));
      const { headers, ...rendered } = await renderPage(request, page);
      return { ...rendered, headers: [...headers, ...securityHeaders] };
    },

    async respond(request: Request, page: Page): Promise<Response> {
      const { pathname, search } = new URL(request.url);
      const takesForms = isFormTarget(pathname);
      const allowed = takesForms ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'];
      if (!allowed.includes(request.method)) {
        return methodRejection(allowed, 'This page cannot be asked in that way.');
      }
      const isForm = request.method === 'POST';
      const url = new URL(pageTarget(pathname + search, isForm), publicUrl);
      const synthetic = isForm ? formRequest(url, request) : new Request(url);
      const { status, headers, body } = await renderPage(synthetic, page);
      const [encoding] = headers.get('content-type')?.startsWith('text/')
        ? acceptedEncodings(request.headers.get('accept-encoding'))
        : [];
      if (!encoding) return new Response(status === 304 ? null : body, { status, headers });
      headers.set('content-encoding', encoding);
      return new Response(new Uint8Array(compressQuickly(body, encoding)), {
        status,
        headers,
      });
    },
  };
}

export function servePages(
  { respond, cache }: Pick<Pages, 'respond'> & { cache: Pick<PageCache, 'get'> | null },
  settings: Pick<CurrentSettings, 'get' | 'getContent'>,
): Handler<HonoEnv> {
  return async (c) => {
    const { path, method, raw } = c.req;
    if (path !== '/' && path.endsWith('/')) return c.redirect(path.slice(0, -1), 308);
    const isRead = method === 'GET' || method === 'HEAD';
    const target = isRead && cache ? cachedTarget(getPathAndQuery(c.req.url)) : null;
    if (cache && target) {
      const [encoding = null] = acceptedEncodings(c.req.header('accept-encoding') ?? null);
      return toResponse(await cache.get(target, encoding), raw);
    }
    const page = { settings: settings.get(), content: settings.getContent() };
    return respond(raw, { services: contextOf(c), ...page });
  };
}

function formRequest(url: URL, request: Request): Request {
  const headers = new Headers();
  for (const name of FORM_HEADERS) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Request(url, {
    method: 'POST',
    headers,
    body: request.body,
    duplex: 'half',
    signal: request.signal,
  } as RequestInit);
}

function sealResponse(
  { status, headers: given }: Response,
  body: Buffer<ArrayBuffer>,
  marker: string,
  isPolicySent: boolean,
) {
  const headers = new Headers(given);
  headers.delete('content-length');
  headers.set('vary', 'accept-encoding');
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-cache');
  if ((status === 503 || status === 507) && !headers.has('retry-after')) {
    headers.set('retry-after', String(RETRY_AFTER_SECONDS));
  }
  const type = headers.get('content-type') ?? '';
  if (!/^text\/(?:html|x-script)/.test(type)) {
    if (!headers.has('content-security-policy'))
      headers.set('content-security-policy', CLOSED_POLICY);
    return { status, headers, body };
  }
  const sealed = sealPage(startScriptsAfterFirstPaint(body.toString('latin1'), marker), marker);
  const isPage = type.startsWith('text/html');
  if (isPolicySent) headers.set('content-security-policy', isPage ? sealed.policy : CLOSED_POLICY);
  return { status, headers, body: Buffer.from(sealed.html, 'latin1') };
}
