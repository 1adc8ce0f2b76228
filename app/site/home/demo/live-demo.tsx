import { type ComponentType, useEffect, useRef, useState } from 'react';
import { DocumentHtml } from '#app/lib/document-html.tsx';
import { LIVE_DEMO_MESSAGES } from './messages.ts';

/** The first state of the demo as the server made it, until the demo itself, which is loaded when it comes near, takes its place. */
export function LiveDemo({ html }: { html: string | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  const [Desk, setDesk] = useState<ComponentType | null>(null);
  const [hasFailed, setHasFailed] = useState(false);

  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        import('./shipment-desk.tsx').then(
          ({ ShipmentDesk }) => setDesk(() => ShipmentDesk),
          () => setHasFailed(true),
        );
      },
      { rootMargin: '800px 0px' },
    );
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);

  return (
    <div ref={place}>
      {Desk ? <Desk /> : <DocumentHtml name="demo" html={html} />}
      {hasFailed && (
        <p role="status" className="p-4 text-sm text-alert">
          {LIVE_DEMO_MESSAGES.failed}
        </p>
      )}
    </div>
  );
}
