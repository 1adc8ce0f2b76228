import { createContext, useContext } from 'react';
import { TrustedHtml } from './trusted-html.tsx';

/** Markup by the name of its place, for the server's rendering of a document; the browser has none. */
export const DocumentHtmlContext = createContext<Readonly<Record<string, string>>>({});

const found = new Map<string, string>();

// Kept, because the element is gone once the page has been left.
function findInDocument(name: string): string {
  const html = found.get(name) ?? document.querySelector(`[data-html=${name}]`)?.innerHTML ?? '';
  found.set(name, html);
  return html;
}

type Props = {
  name: string;
  /** From the page data; a document leaves it out there. */
  html: string | undefined;
  className?: string;
  as?: 'span';
};

/** Shows markup that the server made; in a document it stands once, and the browser takes it from there. */
export function DocumentHtml({ name, html, ...place }: Props) {
  const rendered = useContext(DocumentHtmlContext)[name];
  return <TrustedHtml name={name} html={html ?? rendered ?? findInDocument(name)} {...place} />;
}
