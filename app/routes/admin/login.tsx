import { SCREEN_COPY } from '#shared/site-content/screen-copy.ts';
import type { Route } from './+types/login.ts';

export function meta({ matches: [root] }: Route.MetaArgs) {
  const title = root.loaderData?.settings.copy.loginHeading ?? SCREEN_COPY.loginHeading;
  return [{ title }, { name: 'robots', content: 'noindex' }];
}

export { LoginPage as default } from '#app/admin/login/login-page.tsx';
