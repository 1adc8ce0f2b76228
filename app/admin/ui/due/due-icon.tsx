import { useDue } from './use-due.ts';
import { dueText } from '#app/admin/ui/messages.ts';

/** The mark of the site with a number over it; browsers load nothing from within it. */
function drawIcon(count: string): string {
  const size = count.length > 2 ? 26 : 34;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path d="M14 0h36l14 14v36L50 64H14L0 50V14z" fill="#2a62c4"/><circle cx="38" cy="38" r="26" fill="#c22d17" stroke="#fff" stroke-width="3"/><text x="38" y="${38 + size * 0.36}" font-family="sans-serif" font-size="${size}" font-weight="700" text-anchor="middle" fill="#fff">${count}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}

/** While answers are due the icon of the tab says how many; of several icons browsers take the last. */
export function DueIcon() {
  const due = useDue();
  if (due === 0) return null;
  return <link rel="icon" type="image/svg+xml" href={drawIcon(dueText(due))} />;
}
