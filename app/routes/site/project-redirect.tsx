import { href, redirect } from 'react-router';
import type { Route } from './+types/project-redirect.ts';

export function loader({ params }: Route.LoaderArgs) {
  throw redirect(href('/portfolio/:id', { id: params.id }), 301);
}
