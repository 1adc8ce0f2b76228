import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#app/admin/ui/button.tsx';
import { passFocusOn } from '#app/admin/ui/problem.tsx';
import { MAX_BULK_MATCHING } from '#shared/common/bulk.ts';
import { SELECTION_MESSAGES as messages } from './messages.ts';
import type { Selection } from './use-selection.ts';

type BoxProps = {
  label: string;
  isChecked: boolean;
  isPartly?: boolean;
  onChange: () => void;
};

function SelectBox({ label, isChecked, isPartly = false, onChange }: BoxProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      title={label}
      checked={isChecked}
      ref={(box) => {
        if (box) box.indeterminate = isPartly;
      }}
      onChange={onChange}
      className="grid size-6 cursor-pointer"
    />
  );
}

export function selectColumn<Row extends { id: string }>(
  selection: Selection,
  getRecordName: (row: Row) => string,
) {
  const selectedIds = new Set(selection.ids);
  return {
    isSelection: true,
    label: (
      <SelectBox
        label={messages.selectAll}
        isChecked={selection.isAllShown}
        isPartly={selection.ids.length > 0 && !selection.isAllShown}
        onChange={selection.toggleAll}
      />
    ),
    renderCell: (row: Row) => (
      <SelectBox
        label={messages.select(getRecordName(row))}
        isChecked={selectedIds.has(row.id)}
        onChange={() => selection.toggle(row.id)}
      />
    ),
  };
}

type BarProps = {
  selection: Selection;
  total: number | undefined;
  isBusy: boolean;
  children: ReactNode;
};

export function SelectionBar({ selection, total = 0, isBusy, children }: BarProps) {
  const { ids, matching, offered } = selection;
  if (ids.length === 0) return <p role="status" className="sr-only" />;
  const words = matching === null ? messages.selected(ids.length) : messages.allSelected(matching);
  const isTooMany = matching === null && total > MAX_BULK_MATCHING;
  return (
    <>
      <p role="status" className="sr-only">
        {words}
      </p>
      <div
        ref={passFocusOn}
        role="group"
        aria-label={messages.group}
        className="card flex flex-wrap items-center gap-2 p-3"
      >
        <span aria-hidden className="me-2 font-semibold tabular-nums">
          {words}
        </span>
        {offered !== null && isTooMany && (
          <p className="text-ink-muted">{messages.tooMany(offered)}</p>
        )}
        {offered !== null && !isTooMany && (
          <Button isDisabled={isBusy} onClick={selection.toggleMatching}>
            {matching === null
              ? messages.selectMatching(offered)
              : messages.selectShown(ids.length)}
          </Button>
        )}
        {children}
        <Button icon={X} onClick={selection.clear}>
          {messages.clear}
        </Button>
      </div>
    </>
  );
}
