type HtmlPolicy = { createHTML(html: string): string };

let policy: HtmlPolicy | null = null;

/**
 * The one Trusted Types policy of the application (W3C Trusted Types): for HTML that the server has sanitised or made itself, and for
 * what a document without scripts only reads.
 */
export function toTrustedHtml(html: string): string {
  if (typeof window === 'undefined') return html;
  const { trustedTypes } = window as {
    trustedTypes?: {
      createPolicy(name: string, rules: { createHTML(html: string): string }): HtmlPolicy;
    };
  };
  policy ??= trustedTypes?.createPolicy('vitrin', { createHTML: (text) => text }) ?? {
    createHTML: (text) => text,
  };
  return policy.createHTML(html);
}

type Props = {
  html: string;
  name?: string;
  id?: string | null;
  className?: string | undefined;
  /** Where only text may stand around it, a button for instance. */
  as?: 'div' | 'span';
};

/** Shows HTML that was sanitised when it was saved. */
export function TrustedHtml({ html, name, id, className, as: Tag = 'div' }: Props) {
  return (
    <Tag
      data-html={name}
      id={id ?? undefined}
      className={className}
      dangerouslySetInnerHTML={{ __html: toTrustedHtml(html) }}
    />
  );
}

export function structuredDataHtml(data: object | object[]): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/ld+json">${json}</script>`;
}

/** Structured data as a script inside a hidden element: see "Trusted Types" in the architecture notes. */
export function StructuredData({ data }: { data: object | object[] }) {
  return (
    <div hidden dangerouslySetInnerHTML={{ __html: toTrustedHtml(structuredDataHtml(data)) }} />
  );
}
