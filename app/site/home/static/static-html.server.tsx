import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ShipmentDesk } from '#app/site/home/demo/shipment-desk.tsx';

const DEMO = renderToStaticMarkup(<ShipmentDesk isDisabled />, { identifierPrefix: 'demo' });

/**
 * Parts of the home page by their names. They travel as page data and not as code: as components they would cost the browser more
 * script than the rest of the page.
 */
export function getStaticHtml(parts: Record<string, ReactElement>): Record<string, string> {
  const html: Record<string, string> = { demo: DEMO };
  for (const [name, part] of Object.entries(parts)) {
    html[name] = renderToStaticMarkup(part);
  }
  return html;
}
