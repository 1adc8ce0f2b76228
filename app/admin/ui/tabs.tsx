import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

type Tab = { value: string; label: string; badge?: ReactNode; content: ReactNode };
type Props = { label: string; tabs: Tab[]; value: string; onChange: (value: string) => void };

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs after the ARIA Authoring Practices: arrows, Home and End move and show. */
export function Tabs({ label, tabs, value, onChange }: Props) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const current = Math.max(
    tabs.findIndex((tab) => tab.value === value),
    0,
  );

  function handleKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key];
    let next: number | null = null;
    if (step) next = (current + step + tabs.length) % tabs.length;
    if (event.key === 'Home') next = 0;
    if (event.key === 'End') next = tabs.length - 1;
    const tab = next === null ? undefined : tabs[next];
    if (!tab || next === null) return;
    event.preventDefault();
    onChange(tab.value);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-b border-line p-1 pb-0"
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={index === current}
            aria-controls={`${id}-panel`}
            tabIndex={index === current ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={handleKeyDown}
            className="admin-tab"
          >
            {tab.label}
            {tab.badge}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${tabs[current]?.value ?? ''}`}
        tabIndex={0}
        className="min-w-0 rounded outline-offset-4"
      >
        {tabs[current]?.content}
      </div>
    </div>
  );
}
