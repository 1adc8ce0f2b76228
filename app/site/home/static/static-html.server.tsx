import { renderToStaticMarkup } from 'react-dom/server';
import { AboutText, Clients } from './about-text.tsx';
import { CaseStories } from './case-studies-text.tsx';
import { HeroDrawing } from '#app/site/home/drawings/hero-drawing.tsx';
import type { ClientLogo, StaticHtml } from '#app/site/home/home-data.ts';
import { HEADLINE_STATISTICS, HERO_DRAWING } from '#app/site/home/messages.ts';
import { ProcessText } from './process-text.tsx';
import { ServicesText } from './services-text.tsx';
import { StatisticList } from './statistic-list.tsx';

const UNCHANGING = {
  about: renderToStaticMarkup(<AboutText />),
  heroDrawing: renderToStaticMarkup(<HeroDrawing title={HERO_DRAWING} />),
  services: renderToStaticMarkup(<ServicesText />),
  process: renderToStaticMarkup(<ProcessText />),
  caseStories: renderToStaticMarkup(<CaseStories />),
  headlineStatistics: renderToStaticMarkup(
    <StatisticList
      statistics={HEADLINE_STATISTICS}
      className="grid-cols-2 border-t border-line sm:grid-cols-3 lg:grid-cols-6"
      itemClass="border-b py-5 pe-4 lg:border-b-0 lg:py-8"
    />,
  ),
};

let made: { key: string; html: StaticHtml } | undefined;

/**
 * The drawings and texts of the home page. They travel as page data and not as code: as components they would cost the browser more
 * script than the rest of the page.
 */
export function getStaticHtml(clients: readonly ClientLogo[]): StaticHtml {
  const key = JSON.stringify(clients);
  if (key !== made?.key) {
    const about = UNCHANGING.about + renderToStaticMarkup(<Clients clients={clients} />);
    made = { key, html: { ...UNCHANGING, about } };
  }
  return made.html;
}
