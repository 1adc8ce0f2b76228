import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { useQueryState } from '#app/admin/data/use-query-state.ts';
import { FilterSelect, QueryError, Toolbar } from '#app/admin/ui/list.tsx';
import type { MailPreview as Preview } from '#shared/mails/admin-schema.ts';
import { SAMPLE_MAILS } from '#shared/mails/values.ts';
import { MailPreview } from './mail-preview.tsx';
import { PREVIEW_MESSAGES as messages } from './messages.ts';

const FIRST_KIND = { kind: SAMPLE_MAILS[0].value };

export function MailSamples() {
  const [{ kind }, setKind] = useQueryState(FIRST_KIND);
  const sample = useApiQuery<Preview>(`mails/sample?kind=${encodeURIComponent(kind)}`);
  const { data } = sample;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Toolbar>
        <FilterSelect
          label={messages.choose}
          value={kind}
          options={SAMPLE_MAILS}
          onChange={(chosen) => setKind({ kind: chosen })}
        />
      </Toolbar>
      <QueryError query={sample} />
      {!data && sample.isLoading && <p role="status">{messages.loading}</p>}
      {data && (
        <>
          <p className="font-semibold wrap-anywhere">{data.subject}</p>
          <MailPreview key={kind} preview={data} />
        </>
      )}
    </div>
  );
}
