import type { Page } from '@playwright/test';

const CONTROLS =
  ':is(a[href], button, summary, select, textarea, input:not([type="hidden"]), [role="option"], [role="menuitem"])';

/**
 * Controls in view that a finger misses: neither they nor what belongs to them respond in a square of 44 px around their centre. Links
 * within a sentence are as high as its lines, which WCAG 2.5.8 allows.
 */
export function listSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate((selector) => {
    const half = 21.5;

    function belongsTo(hit: Element | null, control: Element): boolean {
      if (!hit) return false;
      if (control.contains(hit)) return true;
      const label = hit.closest('label');
      return label !== null && [label.control, label.querySelector(selector)].includes(control);
    }

    function isInSentence(control: Element): boolean {
      if (control.tagName !== 'A' && !control.classList.contains('link')) return false;
      return (
        getComputedStyle(control).display === 'inline' &&
        control.closest('p, li, td, label') !== null
      );
    }

    const dialogs = [...document.querySelectorAll('dialog[open]')];
    const scope = dialogs.at(-1) ?? document.body;
    const small: string[] = [];
    for (const control of scope.querySelectorAll<HTMLElement>(selector)) {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const before = control.getBoundingClientRect();
      const isOnlyReadOut = before.width <= 2 || before.height <= 2;
      // The link of a card lies over the whole card.
      const isCard =
        control.tagName === 'A' && getComputedStyle(control, '::after').position === 'absolute';
      if (isOnlyReadOut || isCard || isInSentence(control)) continue;
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, top, width, height } = control.getBoundingClientRect();
      // A skip link waits outside until it has the focus.
      if (top + height <= 0 || left + width <= 0) continue;
      const [x, y] = [left + width / 2, top + height / 2];
      const isHit = (dx: number, dy: number) =>
        belongsTo(document.elementFromPoint(x + dx, y + dy), control);
      const isWide = width >= 2 * half || (isHit(-half, 0) && isHit(half, 0));
      const isHigh = height >= 2 * half || (isHit(0, -half) && isHit(0, half));
      if (isWide && isHigh) continue;
      const name = control.getAttribute('aria-label') ?? control.textContent?.trim();
      small.push(
        `${control.tagName.toLowerCase()} "${name?.slice(0, 40) ?? ''}" ${Math.round(width)}×${Math.round(height)}`,
      );
    }
    return small;
  }, CONTROLS);
}

/** Texts of controls that are cut off or stand beyond them, and controls that lie outside the page and cannot be scrolled to. */
export function listCutControls(page: Page): Promise<string[]> {
  return page.evaluate((selector) => {
    const width = document.documentElement.clientWidth;

    function canScroll(element: Element | null): boolean {
      if (!element || element === document.documentElement) return false;
      const { overflowX } = getComputedStyle(element);
      return /auto|scroll/.test(overflowX) || canScroll(element.parentElement);
    }

    /** Only of its own text: what it holds may be cut off where it says so. */
    function isSpilled(control: Element, { left, right }: DOMRect): boolean {
      return [...control.childNodes].some((node) => {
        if (node.nodeType !== Node.TEXT_NODE) return false;
        const range = document.createRange();
        range.selectNodeContents(node);
        const text = range.getBoundingClientRect();
        // A space at the end of a line has no box, which would be at the corner of the page.
        return text.width > 0 && (text.left < left - 1 || text.right > right + 1);
      });
    }

    const cut: string[] = [];
    for (const control of document.querySelectorAll<HTMLElement>(
      `${selector}:not(input, textarea), h1, h2, h3`,
    )) {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const box = control.getBoundingClientRect();
      const { left, right, top, bottom, width: own } = box;
      if (own <= 2 || bottom <= 0) continue;
      const isCut =
        control.scrollWidth > control.clientWidth + 1 &&
        control.clientWidth > 0 &&
        getComputedStyle(control).overflowX !== 'visible';
      const isBeyond = !isCut && isSpilled(control, box);
      const isOutside = (left < -1 || right > width + 1) && !canScroll(control);
      if (isCut || isBeyond || isOutside) {
        cut.push(
          `${control.tagName.toLowerCase()} "${control.textContent?.trim().slice(0, 40) ?? ''}" ${Math.round(left)}–${Math.round(right)} of ${width}, at ${Math.round(top)}`,
        );
      }
    }
    return cut;
  }, CONTROLS);
}

/** Lines of an area that lie outside their control or the page ('cut: …'), or over that of another control. */
export function listCutLines(page: Page, area: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const root = document.querySelector(selector);
    if (!root) return [];
    const found: string[] = [];
    const seen: { text: string; box: DOMRect }[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const text = node.textContent?.trim() ?? '';
      const parent = node.parentElement;
      const isUnseen = parent?.closest('.sr-only, [role="status"], svg, [aria-hidden="true"]');
      if (!text || !parent?.checkVisibility() || isUnseen) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      const control = parent.closest('a, button, summary, li, p')?.getBoundingClientRect();
      const isCut = control && (box.left < control.left || box.right > control.right + 0.5);
      if (isCut || box.left < 0 || box.right > window.innerWidth) found.push(`cut: ${text}`);
      for (const other of seen) {
        const isOver =
          box.left < other.box.right - 1 &&
          other.box.left < box.right - 1 &&
          box.top < other.box.bottom - 1 &&
          other.box.top < box.bottom - 1;
        if (isOver) found.push(`${text} over ${other.text}`);
      }
      seen.push({ text, box });
    }
    return found;
  }, area);
}
