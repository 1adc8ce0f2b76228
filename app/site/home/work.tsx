import { DocumentHtml } from '#app/lib/document-html.tsx';
import { EightPointGrid } from '#app/site/layout/ornament.tsx';
import { LiveDemo } from './demo/live-demo.tsx';
import './demo/demo.css';
import { LIVE_DEMO_MESSAGES } from './demo/messages.ts';

type Props = { projectHtml: string | undefined; demoHtml: string | undefined };

export function Work({ projectHtml, demoHtml }: Props) {
  return (
    <section
      id="demo"
      tabIndex={-1}
      aria-labelledby="demo-heading"
      className="work section-space -outline-offset-4"
    >
      <div aria-hidden="true" className="night work-ground">
        <EightPointGrid />
      </div>
      <DocumentHtml name="work" html={projectHtml} className="content-width night text-ink" />
      <div className="desk-frame">
        <LiveDemo html={demoHtml} />
      </div>
      <p className="content-width night text-sm text-ink-muted">{LIVE_DEMO_MESSAGES.origin}</p>
    </section>
  );
}
