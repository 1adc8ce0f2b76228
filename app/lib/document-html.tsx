import { createContext, useContext } from 'react';
import { TrustedHtml } from './trusted-html.tsx';

/** Markup by name while the server renders a document; empty in the browser. */
export const DocumentHtmlContext = createContext<Readonly<Record<string, string>>>({});

const found = new Map<string, string>();

// Cached, as the element is gone after navigation.
function findInDocument(name: string): string {
  const html = found.get(name) ?? document.querySelector(`[data-html=${name}]`)?.innerHTML ?? '';
  found.set(name, html);
  return html;
}

type Props = {
  name: string;
  html: string | undefined;
  className?: string;
  as?: 'span';
};

/** A document contains the markup once, and the browser reads it from there. */
export function DocumentHtml({ name, html, ...place }: Props) {
  const rendered = useContext(DocumentHtmlContext)[name];
  return <TrustedHtml name={name} html={html ?? rendered ?? findInDocument(name)} {...place} />;
}
