import { useState } from 'react';
import { useRole } from '#app/admin/data/role.ts';
import { SCREENS } from '#app/admin/data/screens.ts';
import { areShortcutsOn, setShortcutsOn, SHORTCUTS } from '#app/admin/ui/shortcuts.ts';
import { Dialog } from '#app/admin/ui/dialog.tsx';
import { SHORTCUT_MESSAGES } from '#app/admin/ui/messages.ts';
import { Switch } from '#app/admin/ui/switch.tsx';
import { HELP_MESSAGES } from './messages.ts';

function wordsOf(keys: string): string {
  return keys.startsWith('mod+')
    ? HELP_MESSAGES.held(keys.slice(4).length === 1 ? keys.slice(4).toUpperCase() : keys.slice(4))
    : keys;
}

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const [isOn, setIsOn] = useState(areShortcutsOn);
  const { mayOpen } = useRole();
  const lines = [
    ...Object.entries(SHORTCUT_MESSAGES).map(([name, text]) => ({
      keys: wordsOf(SHORTCUTS[name as keyof typeof SHORTCUTS]),
      text,
    })),
    ...SCREENS.filter(({ path }) => mayOpen(path)).map(({ letter, label }) => ({
      keys: `g ${letter}`,
      text: HELP_MESSAGES.goTo(label),
    })),
  ];
  return (
    <Dialog title={HELP_MESSAGES.title} onClose={onClose}>
      <div className="grid gap-4">
        <Switch
          label={HELP_MESSAGES.single}
          isOn={isOn}
          onChange={(next) => {
            setShortcutsOn(next);
            setIsOn(next);
          }}
        />
        <table className="admin-table">
          <thead>
            <tr>
              <th scope="col">{HELP_MESSAGES.keys}</th>
              <th scope="col">{HELP_MESSAGES.meaning}</th>
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
    </Dialog>
  );
}
