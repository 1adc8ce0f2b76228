import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ReactNode } from 'react';
import { renderToPipeableStream, type RenderToPipeableStreamOptions } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { documentHtml, pageContext } from '#server/route-context.ts';
import { DocumentHtmlContext } from './lib/document-html.tsx';
import { ScriptMarkerContext } from './lib/first-script.ts';

const RENDER_TIMEOUT_MS = 10_000;

/** Renders the whole page before answering: it is kept as one piece and its scripts are hashed. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { scriptMarker, services } = loadContext.get(pageContext);
  let renderedStatus = status;
  const body = await renderWhole(
    <ScriptMarkerContext value={scriptMarker}>
      <DocumentHtmlContext value={loadContext.get(documentHtml)}>
        <ServerRouter context={routerContext} url={request.url} nonce={scriptMarker} />
      </DocumentHtmlContext>
    </ScriptMarkerContext>,
    {
      nonce: scriptMarker,
      onError(error) {
        renderedStatus = 500;
        services.log.error({ error }, 'rendering failed');
      },
    },
  );
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(body, { status: renderedStatus, headers });
}

/** The whole page in one piece and in order, so that it is complete without scripts. What is not there in time is left to the browser. */
async function renderWhole(
  page: ReactNode,
  options: Pick<RenderToPipeableStreamOptions, 'nonce' | 'onError'>,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  const collector = new Writable({
    // A web stream, or one that asks its writer to wait, costs more than all that is written to it.
    highWaterMark: Number.MAX_SAFE_INTEGER,
    write(chunk: Uint8Array, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  const rendered = Promise.withResolvers<void>();
  const { pipe, abort } = renderToPipeableStream(page, {
    ...options,
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onAllReady: rendered.resolve,
    onShellError: rendered.reject,
  });
  const timer = setTimeout(abort, RENDER_TIMEOUT_MS);
  try {
    await rendered.promise;
    await finished(pipe(collector));
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks);
}

/** Reports what loaders and actions throw; what a page answers on purpose is not an error. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (request.signal.aborted) return;
  const { log } = context.get(pageContext).services;
  log.error({ error }, 'a page could not be loaded');
}
