import { type ReactNode, useRef } from 'react';
import { useNavigate } from 'react-router';
import { CharacterCounter } from '#app/components/form/character-counter.tsx';
import { ChoiceGroup, firstChoiceId } from '#app/components/form/choice-group.tsx';
import { FieldError, TextAreaField, TextField } from '#app/components/form/field.tsx';
import { LeadForm } from '#app/components/form/lead-form.tsx';
import { LeaveGuard } from '#app/components/form/leave-guard.tsx';
import type { Check } from '#app/components/form/use-checked-form.ts';
import { useLeadForm } from '#app/components/form/use-lead-form.ts';
import { useToast } from '#app/components/toasts.tsx';
import { postJson } from '#app/lib/post.ts';
import { LAYOUT_MESSAGES } from '#app/site/layout/messages.ts';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import {
  EMPTY_ORDER_ENTRIES,
  FORM_NAMES,
  ORDER_REFERENCE,
  type OrderEntries,
  readOrderEntries,
  type RejectedForm,
} from '#shared/forms/values.ts';
import {
  DESIRED_FEATURES,
  ESTIMATED_BUDGETS,
  ORDER_LIMITS,
  REQUIRED_LANGUAGES,
  SERVICE_TYPES,
  TARGET_TIMELINES,
} from '#shared/orders/values.ts';
import { ORDER_MESSAGES } from '#shared/orders/messages.ts';
import { AttachmentsField } from './attachments-field.tsx';
import { loadOrderCheck } from './order-check.ts';
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

type TextEntry = 'fullName' | 'email' | 'phone' | 'company' | 'projectDescription';

const FIELDS_OF_CARD: Record<CardName, readonly (keyof OrderEntries)[]> = {
  contact: ['fullName', 'email', 'phone', 'company'],
  details: ['serviceType', 'projectDescription', 'desiredFeatures'],
  budget: ['estimatedBudget', 'targetTimeline'],
  requirements: ['requiredLanguages'],
};

/** Where the error summary leads, in the order of the page. */
const TARGETS: readonly (readonly [field: string, targetId: string])[] = [
  ['fullName', 'fullName'],
  ['email', 'email'],
  ['phone', 'phone'],
  ['company', 'company'],
  ['serviceType', firstChoiceId('serviceType')],
  ['projectDescription', 'projectDescription'],
  ['desiredFeatures', firstChoiceId('desiredFeatures')],
  ['estimatedBudget', firstChoiceId('estimatedBudget')],
  ['targetTimeline', firstChoiceId('targetTimeline')],
  ['requiredLanguages', firstChoiceId('requiredLanguages')],
  ['files', FORM_NAMES.files],
  ['termsAccepted', 'termsAccepted'],
  ['form', 'order-form'],
];

function asChoices(labels: readonly string[]) {
  return labels.map((label) => ({ value: label, label }));
}

function completeCards(check: Check<OrderEntries> | null, entries: OrderEntries): Set<CardName> {
  const errors = check?.(entries);
  return new Set(
    CARD_NAMES.filter((name) => errors && FIELDS_OF_CARD[name].every((field) => !errors[field])),
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
  /** A form that was sent without scripts and not accepted. */
  rejected: RejectedForm<OrderEntries> | undefined;
  title: string;
};

export function OrderForm({ rejected, title }: Props) {
  const toast = useToast();
  const navigate = useNavigate();
  const wasSent = useRef(false);
  const form = useLeadForm({
    form: 'order',
    rejected,
    empty: EMPTY_ORDER_ENTRIES,
    read: readOrderEntries,
    loadCheck: loadOrderCheck,
    targets: TARGETS,
    messages: ORDER_MESSAGES,
    send,
  });
  const { draft, entries, errors, isBusy, shown } = form;
  const files = useAttachments(rejected?.files ?? []);
  const isDirty = !form.isBlank || files.attachments.length > 0;
  const complete = completeCards(form.check, entries);

  function handleAdd(chosen: Iterable<File>) {
    for (const { title, text } of files.add(chosen)) toast({ title, text, isDestructive: true });
  }

  async function uploadFiles() {
    const outcome = await files.uploadAll(draft.formKey());
    // Removed files still count on the server; as long as no order can have arrived, a new key frees their places.
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
    const result = await postJson<{ reference: string }>(
      '/api/submit-order',
      { ...valid, ...form.readSignals(), fileUrls: files.paths() },
      draft.formKey(),
    );
    if (!result.ok) {
      const { fileUrls, ...fields } = result.fields;
      if (result.status === 422) wasSent.current = false;
      if (result.status === 422 || fileUrls) files.forgetUploads();
      return form.reject({ ...result, fields, message: fileUrls ?? result.message });
    }
    const { reference } = result.value;
    if (!ORDER_REFERENCE.test(reference)) return form.fail(null);
    form.finish();
    await navigate(receivedUrl(reference), { replace: true });
  }

  function field(name: TextEntry) {
    return {
      id: name,
      label: ORDER_FORM_MESSAGES[name],
      defaultValue: shown.entries[name],
      error: errors[name],
    };
  }

  function choice(name: Exclude<keyof OrderEntries, TextEntry | 'termsAccepted'>) {
    return {
      name,
      legend: ORDER_FORM_MESSAGES[name],
      chosen: shown.entries[name],
      error: errors[name],
    };
  }

  return (
    <>
      <OrderPromiseBar complete={complete} />
      <div className="content-width grid gap-x-16 pt-8 pb-24 lg:grid-cols-[15rem_minmax(0,1fr)] lg:pt-12">
        <OrderProgress complete={complete} />
        <LeadForm
          form={form}
          title={title}
          id="order-form"
          action={ORDER_PATH}
          encType="multipart/form-data"
          name={{ 'aria-label': ORDER_FORM_MESSAGES.form }}
          subject={ORDER_FORM_MESSAGES.subject}
          buttons={
            <div className="flex flex-wrap items-center gap-3">
              <button
                type="submit"
                aria-disabled={isBusy}
                className="button button-primary min-w-44 aria-disabled:opacity-75"
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
          <Card name="contact">
            <div className="grid gap-6 sm:grid-cols-2">
              <TextField {...field('fullName')} autoComplete="name" enterKeyHint="next" />
              <TextField
                {...field('email')}
                type="email"
                inputMode="email"
                autoComplete="email"
                enterKeyHint="next"
              />
              <TextField
                {...field('phone')}
                isOptional
                type="tel"
                inputMode="tel"
                autoComplete="tel"
                enterKeyHint="next"
              />
              <TextField
                {...field('company')}
                isOptional
                autoComplete="organization"
                enterKeyHint="next"
              />
            </div>
          </Card>
          <Card name="details">
            <ChoiceGroup
              type="radio"
              {...choice('serviceType')}
              options={asChoices(SERVICE_TYPES)}
              columns="sm:grid-cols-2"
            />
            <TextAreaField
              {...field('projectDescription')}
              hint={ORDER_FORM_MESSAGES.projectDescriptionHint}
              rows={7}
              extra={
                <CharacterCounter
                  id="projectDescription-count"
                  text={entries.projectDescription}
                  {...ORDER_LIMITS.projectDescription}
                />
              }
            />
            <ChoiceGroup
              type="checkbox"
              {...choice('desiredFeatures')}
              hint={ORDER_FORM_MESSAGES.selectAll}
              options={asChoices(DESIRED_FEATURES)}
              columns="sm:grid-cols-2"
            />
          </Card>
          <Card name="budget">
            <ChoiceGroup
              type="radio"
              {...choice('estimatedBudget')}
              options={ESTIMATED_BUDGETS}
              columns="xs:grid-cols-2"
            />
            <ChoiceGroup
              type="radio"
              {...choice('targetTimeline')}
              options={TARGET_TIMELINES}
              columns="grid-cols-2 md:grid-cols-4"
            />
          </Card>
          <Card name="requirements">
            <ChoiceGroup
              type="checkbox"
              {...choice('requiredLanguages')}
              hint={ORDER_FORM_MESSAGES.selectAll}
              options={asChoices(REQUIRED_LANGUAGES)}
              columns="grid-cols-2 md:grid-cols-4"
            />
            <AttachmentsField
              files={files}
              isBusy={isBusy}
              error={errors.files}
              onAdd={handleAdd}
              onRetry={(id) => void files.upload(id, draft.formKey())}
            />
          </Card>
          <Terms isAccepted={shown.entries.termsAccepted} error={errors.termsAccepted} />
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

function Card({ name, children }: { name: CardName; children: ReactNode }) {
  const { title, hint } = ORDER_CARDS[name];
  const id = cardId(name);
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="card grid scroll-mt-8 gap-6 p-4 xs:p-5 sm:p-8 lg:scroll-mt-4"
    >
      <div>
        <h2 id={`${id}-title`} className="text-xl">
          {title}
        </h2>
        <p className="mt-1 max-w-text text-ink-muted">{hint}</p>
      </div>
      {children}
    </section>
  );
}

type TermsProps = { isAccepted: boolean; error: string | undefined };

function Terms({ isAccepted, error }: TermsProps) {
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
          {ORDER_FORM_MESSAGES.accept}{' '}
          <a href="/terms" target="_blank" rel="noopener" className="link">
            {LAYOUT_MESSAGES.terms}
            <span className="sr-only">{LAYOUT_MESSAGES.newTab}</span>
          </a>{' '}
          {ORDER_FORM_MESSAGES.and}{' '}
          <a href="/privacy" target="_blank" rel="noopener" className="link">
            {LAYOUT_MESSAGES.privacy}
            <span className="sr-only">{LAYOUT_MESSAGES.newTab}</span>
          </a>
          .
        </label>
      </div>
    </div>
  );
}
