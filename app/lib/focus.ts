/** As the `ref` of an element: gives it the focus when it appears. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
