import type { Context } from 'hono';
import type { AppDeps } from '../app.ts';
import type { ServiceContext } from '../context.ts';
import type { HonoEnv } from '../http/request-context.ts';

/** What a router of the API gets: the parts of the application, and the service context of a request. */
export type ApiDeps = AppDeps & { contextOf: (c: Context<HonoEnv>) => ServiceContext };
