import { useState } from 'react';
import { SCREENS } from '#app/admin/data/screens.ts';
import { areShortcutsOn, setShortcutsOn, SHORTCUTS } from '#app/admin/ui/shortcuts.ts';
import { Dialog } from '#app/admin/ui/dialog.tsx';

function wordsOf(keys: string): string {
  return keys.startsWith('mod+') ? `Ctrl/Cmd + ${keys.slice(4).toUpperCase()}` : keys;
}

export function ShortcutHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" isOpen={isOpen} onClose={onClose}>
      <ShortcutList />
    </Dialog>
  );
}

function ShortcutList() {
  const [isOn, setIsOn] = useState(areShortcutsOn);
  const lines = [
    ...Object.values(SHORTCUTS).map(({ keys, text }) => ({ keys: wordsOf(keys), text })),
    ...SCREENS.map(({ letter, label }) => ({ keys: `g ${letter}`, text: `Go to ${label}` })),
  ];
  return (
    <div className="grid gap-4">
      <label className="flex w-fit items-center gap-3 font-medium">
        <input
          type="checkbox"
          role="switch"
          aria-checked={isOn}
          checked={isOn}
          onChange={(event) => {
            setShortcutsOn(event.target.checked);
            setIsOn(event.target.checked);
          }}
          className="admin-switch"
        />
        Single-key shortcuts
      </label>
      <table className="admin-table">
        <thead>
          <tr>
            <th scope="col">Keys</th>
            <th scope="col">What they do</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ keys, text }) => (
            <tr key={text}>
              <th scope="row">
                <kbd className="font-sans whitespace-nowrap">{keys}</kbd>
              </th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
