import { getSettings } from '#app/site/lib/page-meta.ts';
import { SCREEN_TEXTS } from '#shared/site-content/screen-texts.ts';
import type { Route } from './+types/login.ts';

export function meta({ matches }: Route.MetaArgs) {
  const { loginHeading: title } = { ...SCREEN_TEXTS, ...getSettings(matches).texts };
  return [{ title }, { name: 'robots', content: 'noindex' }];
}

export { LoginPage as default } from '#app/admin/login/login-page.tsx';
