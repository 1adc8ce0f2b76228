/** A worker of `server/documents` that does what a text says. */
export function renderDocument({ markdown }: { markdown: string }): { value: string } {
  const all: unknown[] = [];
  for (;;) {
    if (markdown === 'memory') all.push(Array.from({ length: 1_000 }, () => ({})));
    else if (markdown !== 'for ever') return { value: `${markdown} done` };
  }
}
