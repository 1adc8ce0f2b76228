export function logOnly(text: string, detail?: unknown): void {
  // oxlint-disable-next-line no-console -- what the product only logs belongs in the browser's console
  console.info(text, detail);
}

export function logFailure(text: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- what the product only logs belongs in the browser's console
  console.warn(text, error);
}
