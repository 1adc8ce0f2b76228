const NOTHING_PAINTED_MS = 100;

/** Resolves when the response to an input can be seen, so that work which follows does not delay it; a hidden page paints nothing. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, NOTHING_PAINTED_MS);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
