import { useEffect, useEffectEvent } from 'react';
import type { Presence } from '#shared/queue/admin-schema.ts';
import { PRESENCE_MS } from '#shared/queue/values.ts';
import { sendJson } from '#app/admin/data/api.ts';
import { useSession } from '#app/admin/data/session.ts';
import { useMinute } from '#app/admin/ui/time.tsx';

export function usePresence(conversationId: string, isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return undefined;
    const path = `queue/${conversationId}/answering`;
    const say = (method: 'POST' | 'DELETE') =>
      void sendJson(method, path, undefined, { isBackground: true }).catch(() => undefined);
    say('POST');
    const timer = window.setInterval(() => say('POST'), PRESENCE_MS / 3);
    return () => {
      window.clearInterval(timer);
      say('DELETE');
    };
  }, [conversationId, isActive]);
}

export function useOther(presence: Presence, reload: () => Promise<unknown>): string | null {
  const ownId = useSession()?.admin.id;
  const { answeringAdminId, answeringUsername, answeringUntil } = presence;
  const now = useMinute();
  const isOther = answeringAdminId !== null && answeringAdminId !== ownId;
  const askAgain = useEffectEvent(() => void reload());
  useEffect(() => {
    const left = isOther && answeringUntil ? new Date(answeringUntil).getTime() - Date.now() : 0;
    if (left <= 0) return undefined;
    const timer = window.setTimeout(() => askAgain(), left + 1_000);
    return () => window.clearTimeout(timer);
  }, [isOther, answeringUntil]);
  const isOver = answeringUntil === null || new Date(answeringUntil).getTime() <= now;
  return isOther && !isOver ? answeringUsername : null;
}
