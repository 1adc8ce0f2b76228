import { createHash } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { LIMITS } from '../limits.ts';
import { chooseEncoding, type Encoding } from './encoding.ts';

/** Header names and values in turn, as `writeHead` takes them without looking at each. */
type FlatHeaders = readonly string[];

type Form = {
  etag: string;
  headers: FlatHeaders;
  unchanged: FlatHeaders;
  /** The whole message of HTTP/1.1 for a connection that stays open, as it goes over the wire; its date is set when it is sent. */
  message: Buffer;
  dateOffset: number;
  datedAt: number;
  /** The last part of the message. */
  body: Buffer;
};

/** An answer with all its headers and encodings, made once and sent many times. */
export type PreparedAnswer = {
  status: number;
  forms: { identity: Form } & Partial<Record<Encoding, Form>>;
  /** Parts of it may be asked for (RFC 9110, section 14). */
  hasRanges: boolean;
  /** Of all forms together. */
  bytes: number;
};

/** What of a request decides which form of an answer it gets. */
export type Wish = {
  method: string;
  acceptEncoding: string | null | undefined;
  ifNoneMatch: string | null | undefined;
  range: string | null | undefined;
  ifRange: string | null | undefined;
};

export type Choice = {
  status: number;
  headers: FlatHeaders;
  body: Buffer | null;
  /** Present when the answer is this form, whole. */
  form?: Form;
};

type Options = {
  status: number;
  headers: readonly (readonly [string, string])[];
  body: Buffer;
  encoded?: Partial<Record<Encoding, Buffer>>;
  hasRanges?: boolean;
  /** What its tag is made of; without it, its headers and body. */
  version?: string;
};

/** What a cache must learn again from a 304 (RFC 9110, section 15.4.5). */
const SENT_UNCHANGED = new Set(['cache-control', 'vary']);

/** Makes every form of an answer; its tag covers the headers as well, so that a changed policy is a changed answer. */
export function prepareAnswer({
  status,
  headers,
  body,
  encoded = {},
  hasRanges = false,
  version,
}: Options): PreparedAnswer {
  const tag = version ?? digestOf(status, headers, body);

  function form(bytes: Buffer, encoding?: Encoding): Form {
    const etag = encoding ? `"${tag}-${encoding}"` : `"${tag}"`;
    const validator = status === 200 ? ['etag', etag] : [];
    const sent = [
      ...headers.flat(),
      ...validator,
      ...(encoding ? ['content-encoding', encoding] : []),
      ...(hasRanges && !encoding ? ['accept-ranges', 'bytes'] : []),
      'content-length',
      String(bytes.length),
    ];
    return {
      ...makeMessage(status, sent, bytes),
      etag,
      headers: sent,
      unchanged: [...headers.filter(([name]) => SENT_UNCHANGED.has(name)).flat(), ...validator],
    };
  }

  const forms = {
    identity: form(body),
    ...(encoded.br ? { br: form(encoded.br, 'br') } : {}),
    ...(encoded.gzip ? { gzip: form(encoded.gzip, 'gzip') } : {}),
  };
  const bytes = Object.values(forms).reduce((sum, each) => sum + each.message.length, 0);
  return { status, forms, hasRanges, bytes };
}

const NO_DATE = ' '.repeat(new Date(0).toUTCString().length);

function makeMessage(status: number, headers: FlatHeaders, body: Buffer) {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`];
  for (let index = 0; index < headers.length; index += 2) {
    lines.push(`${headers[index]}: ${headers[index + 1]}`);
  }
  lines.push('connection: keep-alive', `keep-alive: timeout=${LIMITS.keepAliveTimeout / 1_000}`);
  const start = `${lines.join('\r\n')}\r\ndate: `;
  const head = Buffer.from(`${start}${NO_DATE}\r\n\r\n`, 'latin1');
  const message = Buffer.concat([head, body]);
  return {
    message,
    dateOffset: start.length,
    datedAt: 0,
    body: message.subarray(head.length),
  };
}

let date = { text: '', second: 0 };

/** The message of a form with the date of now (RFC 9110, section 6.6.1). */
export function datedMessage(form: Form): Buffer {
  const second = Math.floor(Date.now() / 1_000);
  if (form.datedAt !== second) {
    if (date.second !== second) date = { text: new Date(second * 1_000).toUTCString(), second };
    form.message.write(date.text, form.dateOffset, 'latin1');
    form.datedAt = second;
  }
  return form.message;
}

function digestOf(status: number, headers: Options['headers'], body: Buffer): string {
  const hash = createHash('sha256').update(JSON.stringify([status, headers]));
  return hash.update(body).digest('base64url').slice(0, 22);
}

/** Decides what of a prepared answer a request gets: encoding, a part, or only that nothing has changed. */
export function chooseAnswer(answer: PreparedAnswer, wish: Wish): Choice {
  const { status, forms, hasRanges } = answer;
  const isHead = wish.method === 'HEAD';
  if (hasRanges && wish.range && !isHead && status === 200) {
    const part = choosePart(forms.identity, wish.range, wish.ifRange);
    if (part) return part;
  }
  const encoding = chooseEncoding(wish.acceptEncoding ?? null);
  const form = (encoding && forms[encoding]) || forms.identity;
  if (status === 200 && wish.ifNoneMatch && isMatched(wish.ifNoneMatch, form.etag)) {
    return { status: 304, headers: form.unchanged, body: null };
  }
  if (isHead) return { status, headers: form.headers, body: null };
  return { status, headers: form.headers, body: form.body, form };
}

/** Weak comparison, as `If-None-Match` asks for it: a proxy that compresses marks the tag as weak. */
function isMatched(header: string, etag: string): boolean {
  if (header === etag || header === '*') return true;
  return header
    .slice(0, 2_000)
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** One part of a body; null when the whole is to be sent. Several parts at once are answered with the whole. */
function choosePart(
  { body, etag, headers }: Form,
  range: string,
  ifRange: string | null | undefined,
): Choice | null {
  if (ifRange && ifRange !== etag) return null;
  const part = parseRange(range, body.length);
  if (part === null) return null;
  const kept = withoutLength(headers);
  if (part === 'unsatisfiable') {
    const size = ['content-range', `bytes */${body.length}`, 'content-length', '0'];
    return { status: 416, headers: [...kept, ...size], body: null };
  }
  const { first, last } = part;
  const bytes = body.subarray(first, last + 1);
  const place = `bytes ${first}-${last}/${body.length}`;
  return {
    status: 206,
    headers: [...kept, 'content-range', place, 'content-length', String(bytes.length)],
    body: bytes,
  };
}

function withoutLength(headers: FlatHeaders): string[] {
  const at = headers.indexOf('content-length');
  return headers.toSpliced(at, 2);
}

/** The first and last byte that a `Range` header with one part names (RFC 9110, section 14.1.2); null when it is to be ignored. */
export function parseRange(
  header: string,
  size: number,
): { first: number; last: number } | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? [];
  if (from === '' && to === '') return null;
  if (from === '') {
    if (Number(to) === 0 || size === 0) return 'unsatisfiable';
    return { first: Math.max(0, size - Number(to)), last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return null;
  return first >= size ? 'unsatisfiable' : { first, last };
}

/** A prepared answer for the parts of the server that speak in Request and Response. */
export function toResponse(answer: PreparedAnswer, request: Request): Response {
  const { status, headers, body } = chooseAnswer(answer, {
    method: request.method,
    acceptEncoding: request.headers.get('accept-encoding'),
    ifNoneMatch: request.headers.get('if-none-match'),
    range: request.headers.get('range'),
    ifRange: request.headers.get('if-range'),
  });
  const pairs: [string, string][] = [];
  for (let index = 0; index < headers.length; index += 2) {
    pairs.push([headers[index] ?? '', headers[index + 1] ?? '']);
  }
  return new Response(body === null ? null : new Uint8Array(body), { status, headers: pairs });
}
