import type { Page } from '@playwright/test';

/**
 * States that nobody sees with forced colours: what is chosen, pressed, selected or open looks like what is not. Boxes and switches that
 * the browser draws are its own affair.
 */
export function listHiddenStates(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const PROPERTIES = [
      ...'appearance color display fill font-weight opacity rotate scale stroke'.split(' '),
      ...'text-decoration-line transform visibility'.split(' '),
    ];
    const LINES = ['border-top', 'border-bottom', 'outline'];
    const MAX_PARTS = 16;

    function readStyle(style: CSSStyleDeclaration): string {
      const read = (name: string) => style.getPropertyValue(name);
      const lines = LINES.filter((line) => read(`${line}-style`) !== 'none').map(
        (line) => `${line} ${read(`${line}-width`)} ${read(`${line}-color`)}`,
      );
      // The canvas behind nothing is that behind a fill that was taken away.
      const fill = read('background-color').match(/\d+/g)?.slice(0, 3);
      return [...PROPERTIES.map(read), ...lines, fill].join();
    }

    function readStyles(shown: Element): string {
      const parts = [shown, ...shown.querySelectorAll('*')].slice(0, MAX_PARTS);
      return parts
        .flatMap((part) =>
          [undefined, '::before', '::after'].map((pseudo) =>
            readStyle(getComputedStyle(part, pseudo)),
          ),
        )
        .join('\n');
    }

    function isVisible(element: Element): boolean {
      const { width, height } = element.getBoundingClientRect();
      return element.checkVisibility({ visibilityProperty: true }) && width > 2 && height > 2;
    }

    const hidden: string[] = [];
    function compare(shown: Element, change: () => () => void): void {
      if (!isVisible(shown)) return;
      const before = readStyles(shown);
      const restore = change();
      const after = readStyles(shown);
      restore();
      if (before === after) hidden.push(shown.outerHTML.slice(0, 120));
    }

    function toggleAttribute(element: Element, name: string): () => void {
      const before = element.getAttribute(name);
      if (before === null || before === 'false') element.setAttribute(name, 'true');
      else element.removeAttribute(name);
      return () =>
        before === null ? element.removeAttribute(name) : element.setAttribute(name, before);
    }

    // A row gets the attribute when it is selected; the box of the open one says it there.
    const states = {
      'aria-current': '[aria-current]',
      'aria-pressed': '[aria-pressed]',
      'aria-selected': '[aria-selected], [data-row]:not([aria-current])',
    };
    for (const [name, selector] of Object.entries(states)) {
      for (const element of document.querySelectorAll(selector)) {
        compare(element, () => toggleAttribute(element, name));
      }
    }
    // What a menu opens lies right below it.
    for (const details of document.querySelectorAll('details:not([data-menu])')) {
      const summary = details.querySelector('summary');
      if (!summary || getComputedStyle(summary).display === 'list-item') continue;
      compare(summary, () => {
        details.toggleAttribute('open');
        return () => void details.toggleAttribute('open');
      });
    }
    for (const box of document.querySelectorAll<HTMLInputElement>(
      'input:is([type="checkbox"], [type="radio"])',
    )) {
      if (isVisible(box) && getComputedStyle(box).appearance !== 'none') continue;
      const shown = isVisible(box) ? box : box.closest('label');
      if (!shown) continue;
      compare(shown, () => {
        const { checked } = box;
        box.checked = !checked;
        return () => {
          box.checked = checked;
        };
      });
    }
    return hidden;
  });
}
