import { pageMeta } from '#app/site/lib/page-meta.ts';
import { COMPANY } from '#shared/company/values.ts';
import { HERO, HOME_MESSAGES } from './messages.ts';

export function homeMeta(publicUrl: string) {
  return pageMeta({
    title: `${HOME_MESSAGES.title} | ${COMPANY.name}`,
    description: HERO.sentence,
    keywords: HOME_MESSAGES.keywords,
    path: '/',
    publicUrl,
    image: { path: '/share/page/home.png', alt: HERO.headline },
  });
}
