import { pageMeta } from '#app/site/lib/page-meta.ts';
import { COMPANY } from '#shared/company/values.ts';
import { HERO } from './home-content.ts';

export function homeMeta(publicUrl: string) {
  return pageMeta({
    title: `Custom Business Software from Ankara | ${COMPANY.name}`,
    description: HERO.sentence,
    keywords:
      'custom software, shipment systems, invoicing tools, dashboards, real estate apps, mapping apps, data analytics, Ankara',
    path: '/',
    publicUrl,
    image: { path: '/share/page/home.png', alt: HERO.headline },
  });
}
