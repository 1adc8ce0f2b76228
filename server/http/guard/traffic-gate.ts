import type { IncomingMessage, ServerResponse } from 'node:http';
import { dataPathOf, isFormTarget, listApiPaths, MONITORING_PATHS } from '#shared/routes.ts';
import { FILE_PATHS } from '#shared/traffic-signals/values.ts';
import type { Guard, RouteClass, Verdict } from '#server/traffic/guard.ts';
import { loggedPath } from '#server/traffic/logged-path.ts';
import { isProbePath } from '#server/traffic/probe-paths.ts';
import type { RequestLog } from '#server/traffic/request-log.ts';
import type { Source, SourceReader } from '#server/traffic/source.ts';
import { errorBody, errorHeaders } from '#server/http/base/error-response.ts';
import { type ForeignUse, readForeignUse } from '#server/http/base/fetch-metadata.ts';
import { NOTICE_HEADERS, renderNotice } from './notice-page.ts';
import {
  type ClosingResponse,
  prepareClosingResponse,
  sendClosingResponse,
} from '#server/http/base/cached-response.ts';
import { sourceOf } from '#server/http/base/request-context.ts';
import { SECURITY_HEADERS } from '#server/http/base/security-headers.ts';

type Denial = { status: 403 | 429; title: string; lines: string[]; retryAfterS?: number };

const PROBES = new Set<string>(MONITORING_PATHS);
const FILE_PATH = new RegExp(FILE_PATHS);
const SIGN_IN = new Set([
  '/adminloginpage',
  dataPathOf('/adminloginpage'),
  ...listApiPaths('sign-in'),
]);
const UPLOADS = new Set(listApiPaths('upload'));
const FORMS = new Set(listApiPaths('form'));

export function routeClassOf(method: string, path: string): RouteClass {
  if (SIGN_IN.has(path)) return method === 'POST' ? 'sign-in-form' : 'sign-in';
  if (method === 'POST') {
    if (UPLOADS.has(path)) return 'upload';
    return FORMS.has(path) || isFormTarget(path) ? 'form' : 'page';
  }
  if (path.startsWith('/assets/')) return 'sign-in-file';
  return FILE_PATH.test(path) || PROBES.has(path) ? 'file' : 'page';
}

const ENTRIES_ARE_SAFE =
  'What you entered is not lost: go back with the Back button of your browser and send it again then.';
const LOST_FILES = 'Files may have to be chosen again.';

type Denied = Exclude<Verdict, { action: 'admit' }>;

function getDenial(verdict: Denied, formPath: string | null): Denial {
  if (verdict.action === 'limit') {
    const seconds = Math.max(1, Math.ceil(verdict.retryAfterMs / 1_000));
    return {
      status: 429,
      title: 'Too many requests',
      lines: [
        `Your network address sends more requests than this site can answer. Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
        ...(formPath === null ? [] : [ENTRIES_ARE_SAFE]),
        ...(formPath === '/order' ? [LOST_FILES] : []),
      ],
      retryAfterS: seconds,
    };
  }
  const { reason, expiresAtMs, id } = verdict.rule;
  const end = Number.isFinite(expiresAtMs)
    ? `The block ends on ${new Date(expiresAtMs).toISOString().slice(0, 16).replace('T', ' at ')} UTC.`
    : 'The block has no end date.';
  return {
    status: 403,
    title: 'This address is blocked',
    lines: [
      `Reason: ${reason}.`.replace(/\.\.$/, '.'),
      end,
      `Reference: ${id.slice(-12)}. Please name it if you write to us because of this.`,
    ],
  };
}

const FOREIGN: Denial = {
  status: 403,
  title: 'This request came from another site',
  lines: ['Pages of other sites cannot embed or send anything here. Please open this site itself.'],
};

export type TrafficGate = ReturnType<typeof createTrafficGate>;

const UNREAD_PATHS = { 400: '(malformed)', 408: '(stalled)', 431: '(malformed)' } as const;
/** First byte of a TLS handshake (RFC 8446, section 5.1). */
const TLS_HANDSHAKE = 22;
const FIRST_LINE = /^([A-Z]{3,16}) (\/[^\s?#]{0,200})/;

export function createTrafficGate({
  guard,
  sources,
  requestLog,
  securityHeaders = SECURITY_HEADERS,
}: {
  guard: Pick<Guard, 'admit' | 'record' | 'observe'>;
  sources: SourceReader;
  requestLog: Pick<RequestLog, 'add'>;
  securityHeaders?: typeof SECURITY_HEADERS;
}) {
  const blockPages = new WeakMap<object, ClosingResponse>();
  const foreignResponses = {
    api: prepareDenial(FOREIGN, true),
    page: prepareDenial(FOREIGN, false),
  };

  function prepareDenial(denial: Denial, isApi: boolean): ClosingResponse {
    const { status, title, lines, retryAfterS } = denial;
    const code = status === 403 ? 'FORBIDDEN' : 'RATE_LIMITED';
    return prepareClosingResponse(
      status,
      {
        ...Object.fromEntries(securityHeaders),
        ...(isApi ? errorHeaders(code) : NOTICE_HEADERS),
        ...(retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }),
      },
      isApi
        ? JSON.stringify(errorBody(code, `${title}. ${lines.join(' ')}`))
        : renderNotice(denial),
    );
  }

  function record(source: Source, method: string, path: string, status: number): void {
    guard.observe(source, { method, path, status, isDenied: true });
    const { address } = source;
    requestLog.add({ address, path: loggedPath(path), status, kind: 'refused' });
  }

  function admission(source: Source, method: string, path: string): ClosingResponse | null {
    const routeClass = routeClassOf(method, path);
    const verdict = guard.admit(source, routeClass);
    if (verdict.action === 'admit') return null;
    const isApi = path.startsWith('/api/');
    const isBlockPage = verdict.action === 'block' && !isApi;
    const known = isBlockPage ? blockPages.get(verdict.rule) : undefined;
    if (known) return known;
    const formPath = routeClass === 'form' && !isApi ? path : null;
    const closing = prepareDenial(getDenial(verdict, formPath), isApi);
    if (isBlockPage) blockPages.set(verdict.rule, closing);
    return closing;
  }

  function deny(
    source: Source,
    method: string,
    path: string,
    foreignUse: ForeignUse | null,
  ): ClosingResponse | null {
    const isForeign = foreignUse === 'embed' || (foreignUse === 'visit' && isProbePath(path));
    // No points: they would count against the person whom another site uses.
    const denial = isForeign
      ? foreignResponses[path.startsWith('/api/') ? 'api' : 'page']
      : admission(source, method, path);
    if (denial) record(source, method, path, denial.status);
    return denial;
  }

  return {
    deny,
    admit(request: IncomingMessage, response: ServerResponse, path: string): boolean {
      const { method = 'GET', headers } = request;
      const foreignUse = readForeignUse(method, headers);
      const denial = deny(sourceOf(request, sources), method, path, foreignUse);
      if (!denial) return true;
      sendClosingResponse(request, response, denial);
      return false;
    },
    recordMalformed(request: IncomingMessage, path: string): void {
      const source = sourceOf(request, sources);
      record(source, request.method ?? 'GET', path, 400);
      if (readForeignUse(request.method, request.headers) === null)
        guard.record(source, 'malformed');
    },
    /** 400: broken, 431: headers too long, 408: stalled. */
    recordUnread(
      peer: string | undefined,
      status: keyof typeof UNREAD_PATHS,
      packet?: Buffer,
    ): void {
      const source = sources.read(peer, undefined);
      // The packet may be a later part of the request.
      const [, method = '', path = UNREAD_PATHS[status]] =
        FIRST_LINE.exec(packet?.toString('latin1', 0, 300) ?? '') ?? [];
      record(source, method, path, status);
      // Another site's page can cause both, without a header that shows it.
      const mayBeForeign = status === 431 || packet?.[0] === TLS_HANDSHAKE;
      if (!mayBeForeign) guard.record(source, status === 408 ? 'body' : 'malformed');
    },
  };
}
