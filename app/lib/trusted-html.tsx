type HtmlPolicy = { createHTML(html: string): string };

let policy: HtmlPolicy | null = null;

/**
 * The only Trusted Types policy of the application: for HTML that the server sanitised or made,
 * and for documents without scripts.
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
  /** `span` within text, for instance in a button. */
  as?: 'div' | 'span';
};

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

/** See "Trusted Types" in the architecture notes. */
export function StructuredData({ data }: { data: object | object[] }) {
  return (
    <div hidden dangerouslySetInnerHTML={{ __html: toTrustedHtml(structuredDataHtml(data)) }} />
  );
}
