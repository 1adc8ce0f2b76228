import { type ReactNode, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { CharacterCounter } from '#app/components/form/character-counter.tsx';
import { ChoiceGroup, firstChoiceId } from '#app/components/form/choice-group.tsx';
import { FailureNotice } from '#app/components/form/failure-notice.tsx';
import { FieldError, TextAreaField, TextField } from '#app/components/form/field.tsx';
import { FormHead } from '#app/components/form/form-head.tsx';
import { LeaveGuard } from '#app/components/form/leave-guard.tsx';
import { TrapField } from '#app/components/form/trap-field.tsx';
import { type Check, useCheckedForm } from '#app/components/form/use-checked-form.ts';
import { useDraft } from '#app/components/form/use-draft.ts';
import { useSubmission } from '#app/components/form/use-submission.ts';
import { useToast } from '#app/components/toasts.tsx';
import { isTooEarly, postJson } from '#app/lib/post.ts';
import { LAYOUT_MESSAGES } from '#app/site/layout/messages.ts';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import {
  EMPTY_ORDER_ENTRIES,
  FORM_NAMES,
  ORDER_REFERENCE,
  type OrderEntries,
  readOrderEntries,
  type RefusedForm,
} from '#shared/forms/values.ts';
import { FORM_ALREADY_SENT_MESSAGE } from '#shared/forms/messages.ts';
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

type Failure = { detail: string | null };

type Props = {
  /** A form that was sent without scripts and not accepted. */
  refused: RefusedForm<OrderEntries> | undefined;
  title: string;
};

export function OrderForm({ refused, title }: Props) {
  const toast = useToast();
  const navigate = useNavigate();
  const { isBusy, handleSubmit } = useSubmission(submit);
  const wasSent = useRef(false);
  const [failure, setFailure] = useState<Failure | null>(
    refused?.failure ? { detail: refused.failure } : null,
  );
  const {
    attach,
    shown,
    entries,
    errors,
    attempt,
    check,
    isBlank,
    validate,
    readSignals,
    refuse,
    replaceEntries,
    handleChange,
  } = useCheckedForm({
    initial: { entries: refused?.entries ?? EMPTY_ORDER_ENTRIES, errors: refused?.errors ?? {} },
    read: readOrderEntries,
    loadCheck: loadOrderCheck,
  });
  const draft = useDraft({
    form: 'order',
    empty: EMPTY_ORDER_ENTRIES,
    entries,
    initialKey: refused?.formKey ?? null,
    onRestore: handleRestore,
  });
  const files = useAttachments(refused?.files ?? []);
  const isDirty = !isBlank || files.attachments.length > 0;
  const complete = completeCards(check, entries);
  const summary = TARGETS.flatMap(([field, targetId]) =>
    errors[field] ? { targetId, message: errors[field] } : [],
  );

  function handleRestore(restored: OrderEntries) {
    replaceEntries(restored);
    document.getElementById('fullName')?.focus();
  }

  function handleAdd(chosen: Iterable<File>) {
    for (const { title, text } of files.add(chosen)) toast({ title, text, isDestructive: true });
  }

  function fail(detail: string | null, text: string = ORDER_MESSAGES.failed) {
    setFailure({ detail });
    toast({ title: ORDER_MESSAGES.failedTitle, text, isDestructive: true });
  }

  async function uploadFiles() {
    const outcome = await files.uploadAll(draft.formKey());
    // Removed files still count on the server; as long as no order can have arrived, a new key frees their places.
    if (outcome !== 'failed' || !files.hasRemovedUpload || wasSent.current) return outcome;
    draft.renewKey();
    files.forgetUploads();
    return files.uploadAll(draft.formKey());
  }

  async function submit() {
    setFailure(null);
    const valid = await validate();
    if (!valid) return;
    draft.save(valid);
    const outcome = await uploadFiles();
    if (outcome === 'cancelled') return;
    if (outcome === 'failed') return fail(ORDER_FORM_MESSAGES.fileFailed);
    wasSent.current = true;
    const answer = await postJson<{ reference: string }>(
      '/api/submit-order',
      { ...valid, ...readSignals(), fileUrls: files.paths() },
      draft.formKey(),
    );
    if (answer.ok && ORDER_REFERENCE.test(answer.value.reference)) {
      return finish(answer.value.reference);
    }
    if (answer.ok) return fail(null);
    if (answer.status === 422) {
      wasSent.current = false;
      draft.renewKey();
      files.forgetUploads();
      return fail(FORM_ALREADY_SENT_MESSAGE);
    }
    const { fileUrls, ...others } = answer.fields;
    if (fileUrls) files.forgetUploads();
    if (Object.keys(others).length > 0) refuse(others);
    else if (isTooEarly(answer)) fail(answer.message, answer.message);
    else fail(fileUrls ?? answer.message);
  }

  async function finish(reference: string) {
    draft.finish();
    toast({ title: ORDER_MESSAGES.succeededTitle, text: ORDER_MESSAGES.succeeded });
    await navigate(receivedUrl(reference), { replace: true });
  }

  return (
    <>
      <OrderPromiseBar complete={complete} />
      <div className="content-width grid gap-x-16 pt-8 pb-24 lg:grid-cols-[15rem_minmax(0,1fr)] lg:pt-12">
        <OrderProgress complete={complete} />
        <form
          ref={attach}
          id="order-form"
          method="post"
          action={ORDER_PATH}
          encType="multipart/form-data"
          noValidate
          onSubmit={handleSubmit}
          onChange={handleChange}
          aria-label={ORDER_FORM_MESSAGES.form}
          className="relative grid gap-6"
        >
          <FormHead
            title={title}
            formKey={refused?.formKey}
            summary={summary}
            attempt={attempt}
            draft={draft}
          />
          <div key={shown.generation} className="grid gap-6">
            <Card name="contact">
              <div className="grid gap-6 sm:grid-cols-2">
                <TextField
                  id="fullName"
                  label={ORDER_FORM_MESSAGES.fullName}
                  defaultValue={shown.entries.fullName}
                  error={errors.fullName}
                  autoComplete="name"
                  enterKeyHint="next"
                />
                <TextField
                  id="email"
                  label={ORDER_FORM_MESSAGES.email}
                  type="email"
                  inputMode="email"
                  defaultValue={shown.entries.email}
                  error={errors.email}
                  autoComplete="email"
                  enterKeyHint="next"
                />
                <TextField
                  id="phone"
                  label={ORDER_FORM_MESSAGES.phone}
                  isOptional
                  type="tel"
                  inputMode="tel"
                  defaultValue={shown.entries.phone}
                  error={errors.phone}
                  autoComplete="tel"
                  enterKeyHint="next"
                />
                <TextField
                  id="company"
                  label={ORDER_FORM_MESSAGES.company}
                  isOptional
                  defaultValue={shown.entries.company}
                  error={errors.company}
                  autoComplete="organization"
                  enterKeyHint="next"
                />
              </div>
            </Card>
            <Card name="details">
              <ChoiceGroup
                type="radio"
                name="serviceType"
                legend={ORDER_FORM_MESSAGES.serviceType}
                options={asChoices(SERVICE_TYPES)}
                chosen={shown.entries.serviceType}
                error={errors.serviceType}
                columns="sm:grid-cols-2"
              />
              <TextAreaField
                id="projectDescription"
                label={ORDER_FORM_MESSAGES.projectDescription}
                hint={ORDER_FORM_MESSAGES.projectDescriptionHint}
                rows={7}
                defaultValue={shown.entries.projectDescription}
                error={errors.projectDescription}
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
                name="desiredFeatures"
                legend={ORDER_FORM_MESSAGES.desiredFeatures}
                hint={ORDER_FORM_MESSAGES.selectAll}
                options={asChoices(DESIRED_FEATURES)}
                chosen={shown.entries.desiredFeatures}
                error={errors.desiredFeatures}
                columns="sm:grid-cols-2"
              />
            </Card>
            <Card name="budget">
              <ChoiceGroup
                type="radio"
                name="estimatedBudget"
                legend={ORDER_FORM_MESSAGES.estimatedBudget}
                options={ESTIMATED_BUDGETS}
                chosen={shown.entries.estimatedBudget}
                error={errors.estimatedBudget}
                columns="xs:grid-cols-2"
              />
              <ChoiceGroup
                type="radio"
                name="targetTimeline"
                legend={ORDER_FORM_MESSAGES.targetTimeline}
                options={TARGET_TIMELINES}
                chosen={shown.entries.targetTimeline}
                error={errors.targetTimeline}
                columns="grid-cols-2 md:grid-cols-4"
              />
            </Card>
            <Card name="requirements">
              <ChoiceGroup
                type="checkbox"
                name="requiredLanguages"
                legend={ORDER_FORM_MESSAGES.requiredLanguages}
                hint={ORDER_FORM_MESSAGES.selectAll}
                options={asChoices(REQUIRED_LANGUAGES)}
                chosen={shown.entries.requiredLanguages}
                error={errors.requiredLanguages}
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
          </div>
          <TrapField />
          {failure && (
            <FailureNotice
              title={ORDER_MESSAGES.failedTitle}
              detail={failure.detail}
              text={ORDER_MESSAGES.failed}
              subject={ORDER_FORM_MESSAGES.subject}
            />
          )}
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
        </form>
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
