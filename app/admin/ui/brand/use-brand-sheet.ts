import { useEffect } from 'react';
import { buildBrandCss } from '#shared/brand/stylesheet.ts';
import type { BrandContent } from '#shared/site-content/brand.ts';

/** A constructed style sheet, because the CSP forbids inline styles. */
export function useBrandSheet(brand: BrandContent | undefined, selector: string): void {
  const css = brand ? buildBrandCss(brand, selector) : '';
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [css]);
}
