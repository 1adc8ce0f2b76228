const NOTHING_PAINTED_MS = 100;

/** Resolves after the next paint; hidden pages do not paint. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, NOTHING_PAINTED_MS);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
