/** What a request of the plainest kind says: GET, no body, nothing but what chooses the form of an answer. */
export type PlainRequest = {
  target: string;
  host: string | undefined;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
  forwardedFor: string | undefined;
};

const MOST_BYTES = 8_192;
const FIRST_LINE = /^GET (\/[!-~]*) HTTP\/1\.1\r\n/;
// RFC 9110, sections 5.5 and 5.6.2.
const HEADER = /([!#$%&'*+.^_`|~\w-]+):([\t -~]*)\r\n/y;
const KEPT_OPEN = /^[\t ]*keep-alive[\t ]*$/i;
const END = '\r\n';

/** They change how a message is read, how it is answered, or what becomes of its connection. */
const NOT_PLAIN = new Set([
  'content-length',
  'expect',
  'if-range',
  'range',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

type Read = Exclude<keyof PlainRequest, 'target'>;
const READ = new Map<string, Read>([
  ['host', 'host'],
  ['accept-encoding', 'acceptEncoding'],
  ['if-none-match', 'ifNoneMatch'],
  ['x-forwarded-for', 'forwardedFor'],
]);

/**
 * Reads bytes that are exactly one request of the plainest kind (RFC 9112, sections 2 to 5). Null for all else: a part of a request, more
 * than one, another method, anything unusual or wrong in it. That is not for this function to judge but for Node's parser.
 */
export function readPlainRequest(bytes: Buffer): PlainRequest | null {
  if (bytes.length > MOST_BYTES) return null;
  const text = bytes.toString('latin1');
  const first = FIRST_LINE.exec(text);
  if (!first) return null;
  const request: PlainRequest = {
    target: first[1] ?? '',
    host: undefined,
    acceptEncoding: undefined,
    ifNoneMatch: undefined,
    forwardedFor: undefined,
  };
  let at = first[0].length;
  const end = text.length - END.length;
  while (at < end) {
    HEADER.lastIndex = at;
    const line = HEADER.exec(text);
    if (!line) return null;
    at = HEADER.lastIndex;
    const name = (line[1] ?? '').toLowerCase();
    if (NOT_PLAIN.has(name)) return null;
    const value = line[2] ?? '';
    if (name === 'connection' && !KEPT_OPEN.test(value)) return null;
    const read = READ.get(name);
    if (read === undefined) continue;
    // How a repeated line is to be understood is Node's to know.
    if (request[read] !== undefined) return null;
    request[read] = value.trim();
  }
  const isWhole = at === end && text.endsWith(END);
  return isWhole && request.host !== undefined ? request : null;
}
