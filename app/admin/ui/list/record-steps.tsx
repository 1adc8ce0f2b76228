import { ChevronDown, ChevronUp } from 'lucide-react';
import { IconButton } from '#app/admin/ui/button.tsx';
import { useRowKeys } from '#app/admin/ui/shortcuts.ts';
import { STEP_MESSAGES as messages } from './messages.ts';

export type Steps = {
  previousId: string | undefined;
  nextId: string | undefined;
  onOpen: (id: string) => void;
};

export function stepsOf(
  rows: readonly { id: string }[],
  openedId: string,
  onOpen: Steps['onOpen'],
): Steps {
  const index = rows.findIndex(({ id }) => id === openedId);
  return {
    previousId: rows[index - 1]?.id,
    nextId: index === -1 ? undefined : rows[index + 1]?.id,
    onOpen,
  };
}

export function RecordSteps({ noun, steps }: { noun: string; steps: Steps }) {
  const { previousId, nextId, onOpen } = steps;
  function open(id: string | undefined) {
    if (id !== undefined) onOpen(id);
  }
  useRowKeys((step) => open(step === 1 ? nextId : previousId));
  return (
    <span className="me-auto flex gap-1">
      <IconButton
        label={messages.previous(noun)}
        icon={ChevronUp}
        isDisabled={previousId === undefined}
        onClick={() => open(previousId)}
      />
      <IconButton
        label={messages.next(noun)}
        icon={ChevronDown}
        isDisabled={nextId === undefined}
        onClick={() => open(nextId)}
      />
    </span>
  );
}
