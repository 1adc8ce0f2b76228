import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { PlainButton } from './button.tsx';

type Tab<V extends string> = { value: V; label: string; badge?: ReactNode };

type TabListProps<V extends string> = {
  label: string;
  tabs: readonly Tab<V>[];
  value: V;
  onChange: (value: V) => void;
  idOf: (value: V) => string;
  panelIdOf: (value: V) => string;
  className: string;
};

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

export function TabList<V extends string>(props: TabListProps<V>) {
  const { label, tabs, value: shown, onChange, idOf, panelIdOf, className } = props;
  const list = useRef<HTMLDivElement>(null);

  // Scrolls the list only, not the page.
  useEffect(() => {
    const row = list.current?.getBoundingClientRect();
    const tab = list.current
      ?.querySelector('[role="tab"][aria-selected="true"]')
      ?.getBoundingClientRect();
    if (!row || !tab) return;
    const past = Math.max(0, tab.right - row.right) + Math.min(0, tab.left - row.left);
    // A little further: the web font may load later and be wider.
    list.current?.scrollBy({ left: past + Math.sign(past) * 8 });
  }, [shown]);

  // Starts at the focused tab: a fast second key may come before the first one is rendered.
  function handleKeyDown(event: KeyboardEvent, current: number) {
    const step = STEPS[event.key];
    let next: Tab<V> | undefined;
    if (step) next = tabs[(current + step + tabs.length) % tabs.length];
    if (event.key === 'Home') next = tabs[0];
    if (event.key === 'End') next = tabs.at(-1);
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    document.getElementById(idOf(next.value))?.focus();
  }

  return (
    <div ref={list} role="tablist" aria-label={label} className={className}>
      {tabs.map(({ value, label: name, badge }, index) => (
        <PlainButton
          key={value}
          role="tab"
          id={idOf(value)}
          aria-selected={value === shown}
          aria-controls={panelIdOf(value)}
          tabIndex={value === shown ? 0 : -1}
          onClick={() => onChange(value)}
          onKeyDown={(event) => handleKeyDown(event, index)}
          className="relative inline-flex min-h-10 shrink-0 items-center gap-2 border-b-2 border-transparent px-3 font-semibold whitespace-nowrap text-ink-muted hover:text-ink aria-selected:border-accent aria-selected:text-accent"
        >
          {name}
          {badge}
        </PlainButton>
      ))}
    </div>
  );
}

type TabsProps = {
  label: string;
  tabs: (Tab<string> & { content: ReactNode })[];
  /** Falls back to the first tab. */
  value: string;
  onChange: (value: string) => void;
  aside?: ReactNode;
};

export function Tabs({ label, tabs, value, onChange, aside }: TabsProps) {
  const id = useId();
  const panelId = `${id}-panel`;
  const shown = tabs.find((tab) => tab.value === value) ?? tabs[0];
  if (!shown) return null;
  const idOf = (of: string) => `${id}-${of}`;

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap-reverse items-center justify-end gap-x-4 gap-y-2 border-b border-line">
        <TabList
          label={label}
          tabs={tabs}
          value={shown.value}
          onChange={onChange}
          idOf={idOf}
          panelIdOf={() => panelId}
          className="flex min-w-0 flex-[1_1_28rem] gap-1 overflow-x-auto p-1 pb-0 print:flex-wrap"
        />
        {aside && <div className="flex flex-wrap items-center justify-end gap-2 pb-1">{aside}</div>}
      </div>
      <div
        role="tabpanel"
        id={panelId}
        aria-labelledby={idOf(shown.value)}
        tabIndex={0}
        className="min-w-0 rounded outline-offset-4"
      >
        {shown.content}
      </div>
    </div>
  );
}
