import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { sendJson } from '#app/admin/data/api.ts';
import { EDITOR_MESSAGES } from '#app/admin/ui/messages.ts';
import { Problem } from '#app/admin/ui/problem.tsx';
import { TrustedHtml } from '#app/lib/trusted-html.tsx';
import type { MarkdownPreview } from '#shared/documents/preview.ts';

export function usePreview(path: string, markdown: string) {
  const { data, error } = useQuery({
    queryKey: ['preview', path, markdown],
    queryFn: () => sendJson<MarkdownPreview>('POST', path, { markdown }),
    enabled: markdown.trim() !== '',
    gcTime: 0,
    staleTime: 'static',
    placeholderData: keepPreviousData,
  });
  const preview = markdown.trim() === '' ? { html: '', removed: [] } : data;
  return { html: preview?.html, removed: preview?.removed ?? NOTHING, hasFailed: error !== null };
}

const NOTHING: MarkdownPreview['removed'] = [];

type Props = { html: string | undefined; hasFailed: boolean };

export const Preview = memo(function Preview({ html, hasFailed }: Props) {
  if (hasFailed) {
    return <Problem>{EDITOR_MESSAGES.failed}</Problem>;
  }
  if (html === undefined) {
    return (
      <p role="status" className="text-ink-muted">
        {EDITOR_MESSAGES.rendering}
      </p>
    );
  }
  if (html.trim() === '') return <p className="text-ink-muted">{EDITOR_MESSAGES.nothing}</p>;
  // Sanitised by the server.
  return (
    <TrustedHtml
      html={html}
      className="prose contain-layout wrap-anywhere [&_pre]:whitespace-pre-wrap [&>:first-child]:mt-0"
    />
  );
});
