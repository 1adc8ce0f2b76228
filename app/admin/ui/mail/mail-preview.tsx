import { type SyntheticEvent, useState } from 'react';
import { Button } from '#app/admin/ui/button.tsx';
import { toTrustedHtml } from '#app/lib/trusted-html.tsx';
import type { MailPreview as Preview } from '#shared/mails/admin-schema.ts';
import { MAIL_PREVIEW_MESSAGES as messages } from '#app/admin/ui/messages.ts';

const VIEWS = ['light', 'dark', 'text'] as const;
type View = (typeof VIEWS)[number];

const DARK_QUERY = '(prefers-color-scheme: dark)';

/** The CSP forbids inline styles, also in frames; constructed style sheets are allowed. */
function dress(frame: HTMLIFrameElement, css: string, view: View): void {
  const { contentDocument: mail, contentWindow } = frame;
  if (!mail || !contentWindow) return;
  for (const element of mail.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset['style'] ?? '';
  }
  const { CSSStyleSheet: Sheet } = contentWindow as Window & {
    CSSStyleSheet: typeof CSSStyleSheet;
  };
  const sheet = new Sheet();
  // The chosen theme replaces the preference of the browser.
  sheet.replaceSync(css.replaceAll(DARK_QUERY, view === 'dark' ? 'all' : 'not all'));
  mail.adoptedStyleSheets = [sheet];
  frame.style.height = `${mail.documentElement.scrollHeight}px`;
}

/** Runs no scripts and follows no links. */
export function MailPreview({ preview: { subject, text, html, css } }: { preview: Preview }) {
  const [view, setView] = useState<View>('light');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div role="group" aria-label={messages.views} className="flex flex-wrap gap-1">
        {VIEWS.map((each) => (
          <Button
            key={each}
            variant="toggle"
            aria-pressed={view === each}
            onClick={() => setView(each)}
          >
            {messages[each]}
          </Button>
        ))}
      </div>
      {view === 'text' ? (
        <pre className="card overflow-x-auto p-4 text-sm whitespace-pre-wrap wrap-anywhere">
          {text}
        </pre>
      ) : (
        <iframe
          key={view}
          title={messages.frame(subject)}
          sandbox="allow-same-origin"
          srcDoc={toTrustedHtml(html)}
          data-scheme={view}
          className="mail-frame"
          onLoad={({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) =>
            dress(currentTarget, css, view)
          }
        />
      )}
    </div>
  );
}
