import type { Locator } from '@playwright/test';

/** The red, green and blue (0 to 255) of a colour in any notation. */
function paint(element: Locator, colour: string): Promise<number[]> {
  return element.evaluate((_, fill) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    if (!canvas) throw new Error('nothing can be drawn');
    canvas.fillStyle = fill;
    canvas.fillRect(0, 0, 1, 1);
    return Array.from(canvas.getImageData(0, 0, 1, 1).data).slice(0, 3);
  }, colour);
}

/** The red, green and blue of a colour that an element has. */
export async function readColour(element: Locator, property: 'color' | 'borderTopColor') {
  const colour = await element.evaluate((shown, name) => getComputedStyle(shown)[name], property);
  return paint(element, colour);
}

/** The red, green and blue of a colour token where an element stands. */
export async function readToken(element: Locator, token: string): Promise<number[]> {
  const colour = await element.evaluate((around, name) => {
    const probe = document.createElement('span');
    probe.style.color = `var(--color-${name})`;
    around.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, token);
  return paint(element, colour);
}
