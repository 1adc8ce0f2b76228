import type { ShipmentStatus } from './demo-data.ts';

const COLOURS: Record<ShipmentStatus, string> = {
  Delayed: 'bg-alert',
  'On its way': 'bg-accent',
  'At the depot': 'bg-warn',
  Delivered: 'bg-ok',
};

export function StatusLabel({ status }: { status: ShipmentStatus }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap @max-[18rem]:whitespace-normal">
      <span aria-hidden className={`size-2 rotate-45 ${COLOURS[status]}`} />
      {status}
    </span>
  );
}
