import type { MiddlewareHandler } from 'hono';
import type { Config } from '#server/core/config.ts';
import { ServiceError } from '#server/core/errors.ts';
import type { HonoEnv } from '#server/http/base/request-context.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

const FOREIGN_PAGE_MESSAGE =
  'This was sent by a page of another site, so nothing was changed. Please open this site itself and send it from there.';

/**
 * `Sec-Fetch-Site` has precedence over `Origin`, which proxies may invalidate. Clients without both are accepted: no cookie grants
 * rights.
 */
export function createOriginCheck({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const { host: ownHost } = new URL(publicUrl);

  function isOwnOrigin(origin: string, host: string | undefined): boolean {
    const url = URL.parse(origin);
    if (!url || url.origin !== origin) return false;
    // A proxy removes the encryption, so only host and port are compared.
    return url.host === ownHost || url.host === URL.parse(`${url.protocol}//${host ?? ''}`)?.host;
  }

  return (method: string, header: (name: string) => string | undefined): boolean => {
    if (READING.has(method)) return true;
    const site = header('sec-fetch-site');
    if (site === 'same-origin' || site === 'none') return true;
    if (site === 'cross-site') return false;
    const origin = header('origin');
    return origin === undefined || isOwnOrigin(origin, header('host'));
  };
}

export function rejectForeignPages(config: Config): MiddlewareHandler<HonoEnv> {
  const isOwnPage = createOriginCheck(config);
  return async (c, next) => {
    if (!isOwnPage(c.req.method, (name) => c.req.header(name))) {
      throw new ServiceError('FORBIDDEN', FOREIGN_PAGE_MESSAGE);
    }
    await next();
  };
}
