import type { Page } from '@playwright/test';

/** The width between the margins of an A4 sheet. */
export const PAPER_WIDTH = 658;

/** What a sheet of paper does not show whole or as text: cut by its box or by the edge, on every sheet again, pale, or of the frame of the screen. */
export function listLostOnPaper(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const PALE = 200;
    const found: string[] = [];
    const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });

    function readPaleness(colour: string): number {
      if (!context) throw new Error('nothing can be drawn');
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
      return alpha === 0 ? 0 : Math.min(red, green, blue);
    }

    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.getAttribute('class')?.slice(0, 60) ?? ''} "${element.textContent?.trim().slice(0, 40) ?? ''}"`;

    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth)
      found.push(`wider than the paper by ${scrollWidth - clientWidth} px`);
    const isUnseen = '[aria-hidden="true"], [aria-hidden="true"] *';
    for (const element of document.querySelectorAll<HTMLElement>(`body :not(${isUnseen})`)) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const { width, height, left, right } = element.getBoundingClientRect();
      if (width <= 2 || height <= 2) continue;
      const style = getComputedStyle(element);
      if (element.matches('nav, main .button, :is(a, button):not(main *)'))
        found.push(`printed: ${nameOf(element)}`);
      if (style.position === 'fixed') found.push(`on every sheet: ${nameOf(element)}`);
      const isWider =
        element.scrollWidth > element.clientWidth + 1 && style.overflowX !== 'visible';
      const isHigher =
        element.scrollHeight > element.clientHeight + 1 && style.overflowY !== 'visible';
      // A field of one line cannot break its text, whatever the styles say.
      const canBreak = !element.matches('input');
      if (canBreak && element.clientWidth > 2 && (isWider || isHigher))
        found.push(`cut: ${nameOf(element)}`);
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      if (!hasText) continue;
      if (left < -1 || right > clientWidth + 1) found.push(`beyond the edge: ${nameOf(element)}`);
      if (readPaleness(style.color) > PALE) found.push(`pale: ${nameOf(element)}`);
    }
    return found;
  });
}
