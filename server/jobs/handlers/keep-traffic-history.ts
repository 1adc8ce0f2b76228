import type { ServiceContext } from '#server/context.ts';
import { keepTrafficHistory } from '#server/services/traffic-history/index.ts';

export async function handleKeepTrafficHistory(ctx: ServiceContext): Promise<void> {
  const changes = await keepTrafficHistory(ctx.db, ctx.now());
  ctx.log.info(changes, 'kept the history of the traffic guard');
}
