import type { Logger } from 'pino';
import type { App, AppDeps } from '../app.ts';
import type { ServiceContext } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { siteSettingsStream } from './site-settings.ts';

export type ApiDeps = AppDeps & { contextOf: (requestId: string, log: Logger) => ServiceContext };

/** Mounts everything below `/api`; what is not listed here does not exist. */
export function mountApi(app: App, deps: ApiDeps): void {
  app.use('/api/*', async (c, next) => {
    c.set('routeKind', 'api');
    await next();
  });
  app.route('/api/site-settings', siteSettingsStream(deps));
  app.all('/api/*', () => {
    throw new ServiceError('NOT_FOUND', 'There is no such call.');
  });
}
