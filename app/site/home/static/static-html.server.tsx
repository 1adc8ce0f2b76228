import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ShipmentDesk } from '#app/site/home/demo/shipment-desk.tsx';

const DEMO = renderToStaticMarkup(<ShipmentDesk isDisabled />, { identifierPrefix: 'demo' });

// bounded by the parts of the page
let rendered = new Map<string, { key: string; html: string }>();

/** Page data instead of components, which would cost more script than the rest of the page. */
export function getStaticHtml(
  parts: Record<string, ReactElement>,
  { hasDemo }: { hasDemo: boolean },
): Record<string, string> {
  const html: Record<string, string> = hasDemo ? { demo: DEMO } : {};
  const next: typeof rendered = new Map();
  for (const [name, part] of Object.entries(parts)) {
    // The props of all elements: after most changes of the site only one part differs.
    const key = JSON.stringify(part);
    const before = rendered.get(name);
    const current = before?.key === key ? before : { key, html: renderToStaticMarkup(part) };
    next.set(name, current);
    html[name] = current.html;
  }
  rendered = next;
  return html;
}
