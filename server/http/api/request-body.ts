import { MIMEType } from 'node:util';
import type { Context } from 'hono';
import { ServiceError } from '#server/core/errors.ts';
import { LIMITS } from '#server/core/limits.ts';
import type { SourceKeys } from '#server/traffic/source-rate.ts';
import type { HonoEnv } from '#server/http/base/request-context.ts';
import { waitForBodyRate } from '#server/http/base/body-rate.ts';

export type WithBody = Pick<Request, 'headers'> & {
  body: AsyncIterable<Uint8Array> | null;
  source?: SourceKeys;
};

export type BodyLimits = {
  maxBytes: number;
  tooLarge: string;
  stallMs?: number;
  totalMs?: number;
};

/** Node's stream costs far less than a web stream. */
export function withPlainBody(c: Context<HonoEnv>): WithBody {
  const { raw } = c.req;
  const incoming = c.env?.incoming;
  // Not destroyed, so that a rejected request still gets its response.
  const body = incoming?.iterator({ destroyOnReturn: false }) ?? raw.body;
  return { headers: raw.headers, body, source: c.get('source') };
}

function endOfPatience(milliseconds: number): { expired: Promise<never>; cancel: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ServiceError('TIMEOUT', 'The request stopped before it was complete.')),
      milliseconds,
    );
  });
  return { expired, cancel: () => clearTimeout(timer) };
}

export function openBody(
  request: WithBody,
  { maxBytes, tooLarge, stallMs = LIMITS.uploadStall, totalMs = LIMITS.requestTimeout }: BodyLimits,
) {
  const until = performance.now() + totalMs;
  const announced = Number(request.headers.get('content-length') ?? 0);
  const chunks = request.body?.[Symbol.asyncIterator]();
  let received = 0;

  async function stop(): Promise<void> {
    await chunks?.return?.().catch(() => undefined);
  }

  return {
    stop,
    async next(): Promise<Uint8Array | null> {
      if (announced > maxBytes) {
        await stop();
        throw new ServiceError('PAYLOAD_TOO_LARGE', tooLarge);
      }
      if (!chunks) return null;
      const patience = endOfPatience(Math.min(stallMs, until - performance.now()));
      try {
        const { done, value } = await Promise.race([chunks.next(), patience.expired]);
        if (done) return null;
        received += value.byteLength;
        if (received > maxBytes) throw new ServiceError('PAYLOAD_TOO_LARGE', tooLarge);
        if (request.source) await waitForBodyRate(request.source, value.byteLength);
        return value;
      } catch (error) {
        void stop();
        if (error instanceof ServiceError) throw error;
        throw new ServiceError('BAD_REQUEST', 'The request broke off before it was complete.');
      } finally {
        patience.cancel();
      }
    },
  };
}

export async function readBody(request: WithBody, limits: BodyLimits): Promise<Buffer> {
  const source = openBody(request, limits);
  const chunks: Uint8Array[] = [];
  for (let chunk = await source.next(); chunk; chunk = await source.next()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ServiceError('BAD_REQUEST', 'The request is not well-formed UTF-8.');
  }
}

export function readContentType(request: WithBody): MIMEType | null {
  try {
    return new MIMEType(request.headers.get('content-type') ?? '');
  } catch {
    return null;
  }
}
