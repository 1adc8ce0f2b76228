import type { ShipmentStatus } from './demo-data.ts';

const COLOURS: Record<ShipmentStatus, string> = {
  Delayed: 'bg-alert',
  'On its way': 'bg-accent',
  'At the depot': 'bg-warn',
  Delivered: 'bg-ok',
};

export function StatusLabel({ status }: { status: ShipmentStatus }) {
  return (
    <span className="desk-status">
      <span aria-hidden className={COLOURS[status]} />
      {status}
    </span>
  );
}
