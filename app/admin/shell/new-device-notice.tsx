import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { sendJson } from '#app/admin/data/api.ts';
import { Button } from '#app/admin/ui/button.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { DEVICE_MESSAGES } from '#shared/devices/messages.ts';
import type { Device } from '#shared/devices/admin-schema.ts';
import { DateText, TimeText } from '#app/admin/ui/time.tsx';
import { DEVICE_NOTICE_MESSAGES } from './messages.ts';

const REFRESH = { refetchInterval: 60_000 };

export function NewDeviceNotice() {
  const { pathname } = useLocation();
  // The key contains the screen, so that each one asks again.
  const devices = useApiQuery<{ items: Device[] }>(
    `devices?screen=${encodeURIComponent(pathname)}`,
    REFRESH,
  );
  const inQuestion = devices.data?.items.filter((device) => device.isInQuestion) ?? [];
  return inQuestion.map((device) => (
    <Question key={device.id} device={device} onDone={() => void devices.reload()} />
  ));
}

function Question({ device, onDone }: { device: Device; onDone: () => void }) {
  const notify = useNotify();
  const { id, browser, ipAddress, firstSeenAt } = device;

  const { mutate, isPending } = useMutation({
    mutationFn: (isOwn: boolean) =>
      isOwn
        ? sendJson<void>('POST', `devices/${id}/confirm`)
        : sendJson<void>('DELETE', `devices/${id}`),
    onSuccess: (_, isOwn) =>
      notify.success(isOwn ? DEVICE_MESSAGES.confirmed : DEVICE_MESSAGES.ended),
    onError: (error) => notify.error(error.message),
    onSettled: onDone,
  });

  return (
    <section
      aria-label={DEVICE_NOTICE_MESSAGES.label}
      className="flex flex-wrap items-center gap-3 border-b border-line bg-surface-raised px-4 py-3 lg:px-6"
    >
      <p role="alert" className="min-w-0 flex-1 basis-64 wrap-anywhere">
        {DEVICE_NOTICE_MESSAGES.from(browser, ipAddress)}
        <DateText iso={firstSeenAt} /> <TimeText iso={firstSeenAt} />. {DEVICE_MESSAGES.question}
      </p>
      <Button isDisabled={isPending} onClick={() => mutate(true)}>
        {DEVICE_MESSAGES.confirm}
      </Button>
      <Button isDisabled={isPending} onClick={() => mutate(false)} variant="danger">
        {DEVICE_MESSAGES.end}
      </Button>
    </section>
  );
}
