import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { CharacterCounter } from '#app/components/form/character-counter.tsx';
import { ChoiceGroup, firstChoiceId } from '#app/components/form/choice-group.tsx';
import { FieldError, TextAreaField, TextField } from '#app/components/form/field.tsx';
import { LeadForm } from '#app/components/form/lead-form.tsx';
import { LeaveGuard } from '#app/components/form/leave-guard.tsx';
import { type Check, checkBy } from '#app/components/form/use-checked-form.ts';
import { useLeadForm } from '#app/components/form/use-lead-form.ts';
import { useSiteSettings } from '#app/components/live-settings.tsx';
import { useToast } from '#app/components/toasts.tsx';
import { postJson } from '#app/lib/post.ts';
import { PolicyLink, PrivacyNotice } from '#app/site/lib/privacy-notice.tsx';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import { FORM_NAMES, type RejectedForm } from '#shared/forms/values.ts';
import {
  EMPTY_ORDER_ENTRIES,
  ORDER_FIELDS,
  ORDER_REFERENCE,
  type OrderEntries,
  type OrderOptions,
} from '#shared/orders/values.ts';
import { formatVersion } from '#shared/policies/values.ts';
import { ORDER_MESSAGES, orderSucceededMessage } from '#shared/orders/messages.ts';
import { AttachmentsField } from './attachments-field.tsx';
import type { PageCopy } from '#app/site/lib/page-copy.ts';
import { ORDER_CARDS, ORDER_FORM_MESSAGES } from './messages.ts';
import {
  CARD_NAMES,
  cardId,
  type CardName,
  OrderProgress,
  OrderPromiseBar,
} from './order-progress.tsx';
import { ORDER_PATH, receivedUrl } from './order-url.ts';
import { type Attachment, useAttachments } from './use-attachments.ts';

const TEXT_FIELDS = {
  fullName: { autoComplete: 'name' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email' },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  company: { autoComplete: 'organization' },
} as const;

const COLUMNS = {
  serviceType: 'sm:grid-cols-2',
  desiredFeatures: 'sm:grid-cols-2',
  estimatedBudget: 'xs:grid-cols-2',
  targetTimeline: 'grid-cols-2 md:grid-cols-4',
  requiredLanguages: 'grid-cols-2 md:grid-cols-4',
} as const;

type TextName = keyof typeof TEXT_FIELDS;
type ChoiceName = keyof typeof COLUMNS;

const FIELDS_OF_CARD: Record<CardName, readonly (keyof OrderEntries)[]> = {
  contact: ['fullName', 'email', 'phone', 'company'],
  details: ['serviceType', 'projectDescription', 'desiredFeatures'],
  budget: ['estimatedBudget', 'targetTimeline'],
  requirements: ['requiredLanguages'],
};

const FORM_ID = 'order-form';

const TARGETS = [
  ...CARD_NAMES.flatMap((name) => FIELDS_OF_CARD[name]).map(
    (field) => [field, field in COLUMNS ? firstChoiceId(field) : field] as const,
  ),
  ['files', FORM_NAMES.files],
  ['termsAccepted', 'termsAccepted'],
  ['form', FORM_ID],
] as const;

function listCards({ budgets, timelines }: OrderOptions): readonly CardName[] {
  const hasBudget = budgets.length > 0 || timelines.length > 0;
  return CARD_NAMES.filter((name) => name !== 'budget' || hasBudget);
}

function listComplete(
  cards: readonly CardName[],
  check: Check<OrderEntries> | null,
  entries: OrderEntries,
): Set<CardName> {
  const errors = check?.(entries);
  return new Set(
    cards.filter((name) => errors && FIELDS_OF_CARD[name].every((field) => !errors[field])),
  );
}

function progressText(isBusy: boolean, attachments: readonly Attachment[]): string {
  if (!isBusy) return '';
  const index = attachments.findIndex(({ state }) => state === 'uploading');
  return index === -1
    ? ORDER_FORM_MESSAGES.sending
    : ORDER_FORM_MESSAGES.uploading(index + 1, attachments.length);
}

type Props = {
  copy: PageCopy<'page/order'>;
  options: OrderOptions;
  rejected: RejectedForm<OrderEntries> | undefined;
  title: string;
};

export function OrderForm({ copy, options, rejected, title }: Props) {
  const toast = useToast();
  const navigate = useNavigate();
  const { settings } = useSiteSettings();
  // The version that is shown stays when another one is published meanwhile.
  const [termsVersion] = useState(settings.termsVersion);
  const wasSent = useRef(false);
  const loadCheck = useCallback(async () => {
    // Too large for the initial load.
    const { buildOrderFormSchema } = await import('#shared/orders/schema.ts');
    return checkBy<OrderEntries>(buildOrderFormSchema(options));
  }, [options]);
  const form = useLeadForm({
    form: 'order',
    rejected,
    empty: EMPTY_ORDER_ENTRIES,
    loadCheck,
    targets: TARGETS,
    messages: ORDER_MESSAGES,
    succeeded: orderSucceededMessage,
    send,
  });
  const { draft, entries, errors, isBusy, shown } = form;
  const files = useAttachments(rejected?.files ?? []);
  const isDirty = !form.isBlank || files.attachments.length > 0;
  const cards = useMemo(() => listCards(options), [options]);
  const complete = useMemo(
    () => listComplete(cards, form.check, entries),
    [cards, form.check, entries],
  );

  function handleAdd(chosen: Iterable<File>) {
    for (const { title, text } of files.add(chosen)) toast({ title, text, isDestructive: true });
  }

  async function uploadFiles() {
    const outcome = await files.uploadAll(draft.formKey());
    // Removed files still count on the server; as long as no order can exist, a new key frees their places.
    if (outcome !== 'failed' || !files.hasRemovedUpload || wasSent.current) return outcome;
    draft.renewKey();
    files.forgetUploads();
    return files.uploadAll(draft.formKey());
  }

  async function send(valid: OrderEntries): Promise<void> {
    const outcome = await uploadFiles();
    if (outcome === 'cancelled') return;
    if (outcome === 'failed') return form.fail(ORDER_FORM_MESSAGES.fileFailed);
    wasSent.current = true;
    const leftOutFiles = files.leftOut();
    const result = await postJson<{ reference: string; trackingPath: string | null }>(
      '/api/submit-order',
      {
        ...valid,
        ...form.readSignals(),
        fileUrls: files.paths(),
        termsVersion,
        ...(leftOutFiles.length > 0 && { leftOutFiles }),
      },
      draft.formKey(),
    );
    if (!result.ok) {
      const { fileUrls, ...fields } = result.fields;
      if (result.status === 422) wasSent.current = false;
      if (result.status === 422 || fileUrls) files.forgetUploads();
      return form.reject({ ...result, fields, message: fileUrls ?? result.message });
    }
    const { reference, trackingPath } = result.value;
    if (!ORDER_REFERENCE.test(reference)) return form.fail(null);
    const { acceptedAt } = result;
    form.finish(acceptedAt);
    const state = { acceptedAt, trackingPath, leftOutFiles };
    await navigate(receivedUrl(reference), { replace: true, state });
  }

  function field(name: TextName | 'projectDescription') {
    return {
      id: name,
      label: ORDER_FORM_MESSAGES[name],
      defaultValue: shown.entries[name],
      error: errors[name],
      isOptional: 'isOptional' in ORDER_FIELDS[name],
    };
  }

  function choice(name: ChoiceName) {
    const { kind, list } = ORDER_FIELDS[name];
    const isOne = kind === 'choice';
    return options[list].length === 0 ? null : (
      <ChoiceGroup
        type={isOne ? 'radio' : 'checkbox'}
        columns={COLUMNS[name]}
        name={name}
        legend={ORDER_FORM_MESSAGES[name]}
        hint={isOne ? undefined : ORDER_FORM_MESSAGES.selectAll}
        options={options[list]}
        chosen={shown.entries[name]}
        error={errors[name]}
      />
    );
  }

  return (
    <>
      <OrderPromiseBar cards={cards} complete={complete} />
      <div className="content-width grid gap-x-16 pt-8 pb-24 lg:grid-cols-[15rem_minmax(0,1fr)] lg:pt-12">
        <OrderProgress cards={cards} complete={complete} note={copy.promiseNote} />
        <LeadForm
          form={form}
          title={title}
          id={FORM_ID}
          action={ORDER_PATH}
          encType="multipart/form-data"
          name={{ 'aria-label': ORDER_FORM_MESSAGES.form }}
          subject={ORDER_FORM_MESSAGES.subject}
          buttons={
            <div className="flex flex-wrap items-center gap-3">
              <button
                type="submit"
                aria-disabled={isBusy}
                className="button button-primary min-w-[min(11rem,100%)] aria-disabled:opacity-75"
              >
                {isBusy ? ORDER_FORM_MESSAGES.submitting : ORDER_FORM_MESSAGES.submit}
              </button>
              <SiteLink to="/" className="button button-secondary">
                {ORDER_FORM_MESSAGES.cancel}
              </SiteLink>
              <p role="status" className="text-sm text-ink-muted">
                {progressText(isBusy, files.attachments)}
              </p>
            </div>
          }
        >
          <Card name="contact" hint={copy.contactHint}>
            <div className="grid gap-6 sm:grid-cols-2">
              {(Object.keys(TEXT_FIELDS) as TextName[]).map((name) => (
                <TextField key={name} {...TEXT_FIELDS[name]} {...field(name)} enterKeyHint="next" />
              ))}
            </div>
          </Card>
          <Card name="details" hint={copy.detailsHint}>
            {choice('serviceType')}
            <TextAreaField
              {...field('projectDescription')}
              hint={ORDER_FORM_MESSAGES.projectDescriptionHint}
              rows={7}
              extra={
                <CharacterCounter
                  id="projectDescription-count"
                  text={entries.projectDescription}
                  min={ORDER_FIELDS.projectDescription.min}
                  max={ORDER_FIELDS.projectDescription.max}
                />
              }
            />
            {choice('desiredFeatures')}
          </Card>
          {cards.includes('budget') && (
            <Card name="budget" hint={copy.budgetHint}>
              {choice('estimatedBudget')}
              {choice('targetTimeline')}
            </Card>
          )}
          <Card name="requirements" hint={copy.requirementsHint}>
            {choice('requiredLanguages')}
            <AttachmentsField
              files={files}
              isBusy={isBusy}
              error={errors.files}
              onAdd={handleAdd}
              onRetry={(id) => void files.upload(id, draft.formKey())}
            />
          </Card>
          <Terms
            version={termsVersion}
            isAccepted={shown.entries.termsAccepted}
            error={errors.termsAccepted}
          />
          <PrivacyNotice text={copy.privacyNote} />
        </LeadForm>
      </div>
      <LeaveGuard
        isActive={isDirty}
        isReleased={draft.isFinished}
        text={ORDER_FORM_MESSAGES.leave}
      />
    </>
  );
}

type CardProps = { name: CardName; hint: string | undefined; children: ReactNode };

function Card({ name, hint, children }: CardProps) {
  const id = cardId(name);
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="card grid scroll-mt-8 gap-6 p-4 xs:p-5 sm:p-8 lg:scroll-mt-4"
    >
      <div>
        <h2 id={`${id}-title`} className="text-xl">
          {ORDER_CARDS[name]}
        </h2>
        {hint && <p className="mt-1 max-w-text text-ink-muted">{hint}</p>}
      </div>
      {children}
    </section>
  );
}

type TermsProps = { version: string; isAccepted: boolean; error: string | undefined };

function Terms({ version, isAccepted, error }: TermsProps) {
  return (
    <div className="grid gap-2">
      {error && <FieldError id="termsAccepted-error">{error}</FieldError>}
      <div className="flex items-start gap-3">
        <input
          type="checkbox"
          id="termsAccepted"
          name="termsAccepted"
          value="true"
          defaultChecked={isAccepted}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'termsAccepted-error' : undefined}
          className="mt-3 size-5 shrink-0 scroll-mt-12"
        />
        <label htmlFor="termsAccepted" className="max-w-text py-2">
          {ORDER_FORM_MESSAGES.accept} <PolicyLink policy="terms" /> {ORDER_FORM_MESSAGES.and}{' '}
          <PolicyLink policy="privacy" />.{' '}
          <span className="text-sm text-ink-muted">
            {ORDER_FORM_MESSAGES.termsVersion(formatVersion(version))}
          </span>
        </label>
        <input type="hidden" name={FORM_NAMES.termsVersion} value={version} />
      </div>
    </div>
  );
}
