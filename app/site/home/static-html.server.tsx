import { renderToStaticMarkup } from 'react-dom/server';
import { AboutText } from './about-text.tsx';
import { CaseStories, HeadlineFigures } from './case-studies-text.tsx';
import { HeroDrawing } from './drawings/hero-drawing.tsx';
import type { StaticHtml } from './home-data.ts';
import { ProcessText } from './process-text.tsx';
import { ServicesText } from './services-text.tsx';

const HERO_DRAWING_TITLE =
  "One order on its way: its route from Ankara on a map, today's shipments as bars, and the lines of its invoice";

let made: StaticHtml | null = null;

/**
 * Drawings and texts of the home page that never change. They travel as page data and not as code: as components they would cost the
 * browser more script than the rest of the page.
 */
export function getStaticHtml(): StaticHtml {
  made ??= {
    heroDrawing: renderToStaticMarkup(<HeroDrawing title={HERO_DRAWING_TITLE} />),
    about: renderToStaticMarkup(<AboutText />),
    services: renderToStaticMarkup(<ServicesText />),
    process: renderToStaticMarkup(<ProcessText />),
    caseStories: renderToStaticMarkup(<CaseStories />),
    headlineFigures: renderToStaticMarkup(<HeadlineFigures />),
  };
  return made;
}
