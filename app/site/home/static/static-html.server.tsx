import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { AboutText } from './about-text.tsx';
import { ShipmentDesk } from '#app/site/home/demo/shipment-desk.tsx';
import { HeroDrawing } from '#app/site/home/drawings/hero-drawing.tsx';
import { HEADLINE_STATISTICS, HERO_DRAWING } from '#app/site/home/messages.ts';
import { ProcessText } from './process-text.tsx';
import { StatisticList } from './statistic-list.tsx';

const UNCHANGING = {
  about: renderToStaticMarkup(<AboutText />),
  heroDrawing: renderToStaticMarkup(<HeroDrawing title={HERO_DRAWING} />),
  process: renderToStaticMarkup(<ProcessText />),
  demo: renderToStaticMarkup(<ShipmentDesk isDisabled />, { identifierPrefix: 'demo' }),
  headlineStatistics: renderToStaticMarkup(
    <StatisticList
      statistics={HEADLINE_STATISTICS}
      className="statistics gap-x-3 border-t border-line lg:grid-cols-6"
      itemClass="pt-5"
    />,
  ),
};

/**
 * The drawings and texts of the home page, and parts made from content, by their names; what is given for one that is there follows it.
 * They travel as page data and not as code: as components they would cost the browser more script than the rest of the page.
 */
export function getStaticHtml<Name extends string>(parts: Record<Name, ReactElement>) {
  const html: Record<string, string> = { ...UNCHANGING };
  for (const [name, part] of Object.entries<ReactElement>(parts)) {
    html[name] = (html[name] ?? '') + renderToStaticMarkup(part);
  }
  return html as Record<keyof typeof UNCHANGING | Name, string>;
}
