import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ShipmentDesk } from '#app/site/home/demo/shipment-desk.tsx';

const DEMO = renderToStaticMarkup(<ShipmentDesk isDisabled />, { identifierPrefix: 'demo' });

/** Page data instead of components, which would cost more script than the rest of the page. */
export function getStaticHtml(
  parts: Record<string, ReactElement>,
  { hasDemo }: { hasDemo: boolean },
): Record<string, string> {
  const html: Record<string, string> = hasDemo ? { demo: DEMO } : {};
  for (const [name, part] of Object.entries(parts)) {
    html[name] = renderToStaticMarkup(part);
  }
  return html;
}
