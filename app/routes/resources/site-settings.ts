import { pageContext } from '#server/route-context.ts';
import type { Route } from './+types/site-settings.ts';

/** What the stream of the settings says, for browsers that cannot hold it: cached like a page. */
export function loader({ context }: Route.LoaderArgs) {
  return Response.json(context.get(pageContext).settings);
}
