import { NEEDS_ATTENTION, ON_PLAN, type Shipment, type Tone } from './data.ts';
import { renderFrame } from './frame.ts';
import { type Icon, icon, MARK } from './icons.ts';

const ICONS: Record<Tone, Icon> = {
  late: 'clock',
  silent: 'mute',
  blocked: 'block',
  fine: 'check',
};

/** A screen of the dispatchers. */
export function renderOffice(title: string, content: string): string {
  return renderFrame({
    mark: MARK,
    brand: 'Karasu',
    product: 'Shipment desk',
    areas: [
      { name: 'Desk', icon: 'desk', count: '9' },
      { name: 'Map', icon: 'map' },
      { name: 'Drivers', icon: 'lorry' },
      { name: 'Customers', icon: 'people' },
      { name: 'Reports', icon: 'chart' },
      { name: 'Rules', icon: 'rules' },
    ],
    person: { initials: 'GD', name: 'Gökçe Demir', note: 'On shift since 06:30' },
    title,
    search: 'Plate, customer, place or number',
    live: 'Live, 10:42',
    action: 'New shipment',
    content,
  });
}

export function renderStages(stages: number, tone: Tone): string {
  const dots = [1, 2, 3, 4].map((stage) => `<i class="${stage <= stages ? 'is-done' : ''}"></i>`);
  return `<span class="stages is-${tone}">${dots.join('')}</span>`;
}

function renderRow(shipment: Shipment): string {
  const { number, tone, state, detail, from, to, customer, driver, plate } = shipment;
  const { stages, expected, plan, action } = shipment;
  return `<li class="row is-${tone}">
    <span class="state">${icon(ICONS[tone])}<span><b>${state}</b>${detail}</span></span>
    <span><b>${from} <em>→</em> ${to}</b>${number} · ${customer}</span>
    <span><b>${driver}</b>${plate}</span>
    ${renderStages(stages, tone)}
    <span><b>${expected}</b>${plan}</span>
    ${action ? `<span class="button">${action}</span>` : '<span></span>'}
  </li>`;
}

export function renderDesk(): string {
  const totals = [
    ['128', 'open shipments', ''],
    ['9', 'need attention', 'is-late'],
    ['119', 'on plan', 'is-fine'],
    ['34', 'arrive by 14:00', ''],
  ];
  return renderOffice(
    'Desk',
    `<ul class="totals">${totals
      .map(([value, label, tone]) => `<li class="${tone}"><b>${value}</b>${label}</li>`)
      .join('')}</ul>
    <section class="group is-attention"><h2>Needs attention <b class="count">9</b><small>Oldest expected event first</small></h2>
      <ul>${NEEDS_ATTENTION.map(renderRow).join('')}<li class="more">2 more: papers missing, delivery slot open</li></ul></section>
    <section class="group"><h2>On plan <b class="count">119</b><small>Quiet until an event is missing</small></h2>
      <ul>${ON_PLAN.map(renderRow).join('')}</ul></section>`,
  );
}
