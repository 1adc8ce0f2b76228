import { useMutation } from '@tanstack/react-query';
import { Eye, type LucideIcon, ShieldCheck, ShieldOff } from 'lucide-react';
import { Button } from '#app/admin/ui/button.tsx';
import { type Question, useConfirm } from '#app/admin/ui/dialog.tsx';
import { Moment } from '#app/admin/ui/time.tsx';
import { sendJson } from '#app/admin/data/api.ts';
import { useNotify } from '#app/admin/ui/notify.ts';
import type { ApiQuery } from '#app/admin/data/use-api-query.ts';
import { Problem } from '#app/admin/ui/problem.tsx';
import { modeChangedMessage, PROTECTION_MESSAGES } from '#shared/traffic-protection/messages.ts';
import type { Protection } from '#shared/traffic-protection/admin-schema.ts';
import { PROTECTION_MODES, type ProtectionMode } from '#shared/traffic-protection/values.ts';
import { PROTECTION_CARD_MESSAGES as messages } from './messages.ts';

type Variant = {
  title: string;
  text: string;
  question?: Question;
  icon: LucideIcon;
  frame: string;
  tone: string;
};

const VARIANTS: Record<ProtectionMode, Variant> = {
  on: { ...messages.on, icon: ShieldCheck, frame: '', tone: 'text-ok' },
  simulate: {
    ...messages.simulate,
    icon: Eye,
    frame: 'border-s-4 border-s-warn',
    tone: 'text-warn',
  },
  off: {
    ...messages.off,
    icon: ShieldOff,
    frame: 'border-s-4 border-s-alert',
    tone: 'text-alert',
  },
};

export function ProtectionCard({ protection }: { protection: ApiQuery<Protection> }) {
  const confirm = useConfirm();
  const notify = useNotify();
  const { data, isLoading, setData } = protection;
  const change = useMutation({
    mutationFn: (mode: ProtectionMode) =>
      sendJson<Protection>('PUT', 'traffic/protection', { mode }),
    onSuccess(changed, mode) {
      setData(() => changed);
      notify.success(modeChangedMessage(mode));
    },
    onError() {
      notify.error(PROTECTION_MESSAGES.changeFailed);
      return protection.reload();
    },
  });

  async function choose(mode: ProtectionMode): Promise<void> {
    if (mode === data?.mode) return;
    const { question } = VARIANTS[mode];
    if (!question || (await confirm(question))) change.mutate(mode);
  }

  if (!data) return isLoading ? <div aria-hidden className="skeleton h-20" /> : null;
  const { mode, configuredMode } = data;
  const { title, text, icon: Icon, frame, tone } = VARIANTS[mode];
  return (
    <section
      aria-labelledby="protection-heading"
      className={`card flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 ${frame}`}
    >
      <div role="status" className="flex min-w-0 flex-1 basis-80 gap-3">
        <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${tone}`} />
        <div className="grid min-w-0 gap-1">
          <h2 id="protection-heading" className="font-sans text-base font-semibold tracking-normal">
            {title}
          </h2>
          <p className="text-ink-muted">{text}</p>
          {configuredMode ? (
            <p className="text-ink-muted">{PROTECTION_MESSAGES.configured}</p>
          ) : (
            data.changedByUsername && (
              <p className="text-ink-muted">
                {messages.chosenBy(data.changedByUsername)}
                <Moment iso={data.changedAt} />
              </p>
            )
          )}
          {data.hasUnconfiguredProxy && (
            <p className="font-medium text-alert">{PROTECTION_MESSAGES.unconfiguredProxy}</p>
          )}
          <Problem>{change.error?.message}</Problem>
        </div>
      </div>
      {!configuredMode && (
        <div
          role="group"
          aria-label={messages.mode}
          className="flex gap-1 rounded border border-line bg-surface-sunken p-1"
        >
          {PROTECTION_MODES.map(({ value, label }) => (
            <Button
              key={value}
              aria-pressed={value === mode}
              isDisabled={change.isPending}
              onClick={() => void choose(value)}
              variant="toggle"
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}
