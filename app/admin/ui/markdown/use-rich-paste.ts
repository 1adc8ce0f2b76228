import type { ClipboardEvent, DragEvent } from 'react';
import { applyEdit, selectedOf } from './apply-edit.ts';

const RICH =
  /<(?:h[1-6]|[uo]l|b|strong|em|i|a|blockquote|pre|code|table)\b|font-weight|font-style|mso-list/i;
const MAX_HTML_LENGTH = 2_000_000;

type Options = { keepsLinks: boolean; onImage: (image: File) => void };

function findImage({ files }: DataTransfer): File | undefined {
  return [...files].find(({ type }) => type.startsWith('image/'));
}

/** Source code is copied with colours, but pasted as text. */
function richTextOf(data: DataTransfer): string | null {
  const html = data.getData('text/html');
  if (!RICH.test(html) || html.length > MAX_HTML_LENGTH) return null;
  return data.types.includes('vscode-editor-data') ? null : html;
}

export function useRichPaste({ keepsLinks, onImage }: Options) {
  async function insert(area: HTMLTextAreaElement, html: string, plain: string) {
    const text = await import('./rich-paste.ts').then(
      ({ htmlToMarkdown }) => htmlToMarkdown(html, { keepsLinks }) || plain,
      () => plain,
    );
    if (!area.isConnected || text === '') return;
    const { start, end } = selectedOf(area);
    const caret = start + text.length;
    applyEdit(area, { from: start, to: end, insert: text, start: caret, end: caret });
  }

  function handlePaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const { clipboardData, currentTarget } = event;
    const plain = clipboardData.getData('text/plain');
    const image = plain.trim() === '' ? findImage(clipboardData) : undefined;
    const html = richTextOf(clipboardData);
    if (!image && html === null) return;
    event.preventDefault();
    if (image) onImage(image);
    else if (html !== null) void insert(currentTarget, html, plain);
  }

  function handleDrop(event: DragEvent<HTMLTextAreaElement>) {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    const image = findImage(event.dataTransfer);
    if (image) onImage(image);
  }

  return { onPaste: handlePaste, onDrop: handleDrop };
}
