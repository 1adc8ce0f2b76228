import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import type { ServiceContext } from '../context.ts';
import { pageContext } from '../route-context.ts';
import type { SiteSettings } from '#shared/site-settings.ts';
import { CLOSED_POLICY, createScriptMarker, sealPage } from './content-policy.ts';
import { chooseEncoding, compress } from './encoding.ts';
import { methodRefusal } from './error-response.ts';
import { startScriptsAfterFirstFrame } from './script-start.ts';

/** The query names that a page may see; everything else is dropped before rendering. */
const PAGE_QUERY_NAMES = ['category', 'submitted', 'sent', 'index', '_routes'];

/** Pages that take a form; every other page answers GET and HEAD only. */
const FORM_PATHS = new Set(['/order', '/contact', '/order.data', '/contact.data']);

const FORM_HEADERS = ['content-type', 'content-length'];

type PageHandlerOptions = {
  loadBuild: () => Promise<ServerBuild>;
  mode: string;
  publicUrl: string;
};

export type PageHandler = (
  request: Request,
  page: { services: ServiceContext; settings: SiteSettings },
) => Promise<Response>;

/**
 * Renders pages and page data. What the loaders see is made here: the site's own origin, the path and the listed query names, and
 * no header of the visitor (a form's body keeps its type and length), so that no visitor can change another's page.
 */
export function createPageHandler({ loadBuild, mode, publicUrl }: PageHandlerOptions): PageHandler {
  const handle = createRequestHandler(loadBuild, mode);
  // Vite's development client injects inline scripts and styles.
  const isPolicySent = mode === 'production';

  return async (request, { services, settings }) => {
    const url = syntheticUrl(request.url, publicUrl);
    const takesForms = FORM_PATHS.has(url.pathname);
    const allowed = takesForms ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'];
    if (!allowed.includes(request.method)) {
      return methodRefusal(allowed, 'This page cannot be asked in that way.');
    }
    const isForm = request.method === 'POST';
    const synthetic = isForm ? formRequest(url, request) : new Request(url);
    const scriptMarker = createScriptMarker();
    const context = new RouterContextProvider();
    context.set(pageContext, { services, settings, publicUrl, scriptMarker });
    const response = await handle(synthetic, context);
    return finish(response, request, scriptMarker, isPolicySent);
  };
}

function syntheticUrl(requestUrl: string, publicUrl: string): URL {
  const { pathname, searchParams } = new URL(requestUrl);
  const url = new URL(pathname, publicUrl);
  for (const name of PAGE_QUERY_NAMES) {
    const value = searchParams.get(name);
    if (value !== null) url.searchParams.set(name, value.slice(0, 200));
  }
  return url;
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

async function finish(
  response: Response,
  request: Request,
  marker: string,
  isPolicySent: boolean,
): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.set('vary', 'accept-encoding');
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-cache');
  if (response.status === 503 && !headers.has('retry-after')) headers.set('retry-after', '10');
  if (!/^text\/(html|x-script)/.test(headers.get('content-type') ?? '')) {
    if (!headers.has('content-security-policy'))
      headers.set('content-security-policy', CLOSED_POLICY);
    return new Response(response.body, { status: response.status, headers });
  }
  const sealed = sealPage(startScriptsAfterFirstFrame(await response.text(), marker), marker);
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
  if (isPolicySent) headers.set('content-security-policy', isPage ? sealed.policy : CLOSED_POLICY);
  const encoding = chooseEncoding(request.headers.get('accept-encoding'));
  if (!encoding) return new Response(sealed.html, { status: response.status, headers });
  headers.set('content-encoding', encoding);
  headers.delete('content-length');
  const body = new Uint8Array(await compress(sealed.html, encoding));
  return new Response(body, { status: response.status, headers });
}
