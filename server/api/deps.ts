import type { Context } from 'hono';
import type { AppDeps } from '#server/app-deps.ts';
import type { ServiceContext } from '#server/context.ts';
import type { HonoEnv } from '#server/http/request-context.ts';

/** What a router of the API gets: the parts of the application, and the service context of a request. */
export type ApiDeps = AppDeps & { contextOf: (c: Context<HonoEnv>) => ServiceContext };
