import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import {
  documentHtml,
  pageContext,
  renderedDocument,
  reportFailure,
} from '#server/http/pages/route-context.ts';
import { DocumentHtmlContext } from '#app/lib/document-html.tsx';
import { ScriptMarkerContext } from '#app/lib/first-script.ts';
import { renderWhole } from '#app/lib/render-whole.server.ts';

const RENDER_TIMEOUT_MS = 10_000;

/** Responses are cached as a whole, and their scripts are hashed. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { scriptMarker, services } = loadContext.get(pageContext);
  let renderedStatus = status;
  const document = await renderWhole(
    <ScriptMarkerContext value={scriptMarker}>
      <DocumentHtmlContext value={loadContext.get(documentHtml)}>
        <ServerRouter context={routerContext} url={request.url} nonce={scriptMarker} />
      </DocumentHtmlContext>
    </ScriptMarkerContext>,
    {
      nonce: scriptMarker,
      timeoutMs: RENDER_TIMEOUT_MS,
      onError(error) {
        renderedStatus = 500;
        services.log.error({ error }, 'rendering failed');
      },
    },
  );
  loadContext.set(renderedDocument, document);
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(null, { status: renderedStatus, headers });
}

/** Deliberate responses are not errors. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (request.signal.aborted) return;
  reportFailure(context.get(pageContext).services, error, 'a page could not be loaded');
}
