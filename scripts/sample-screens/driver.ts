import { type Icon, icon } from './icons.ts';
import { renderPhone } from './phone.ts';

const REPORTS: [Icon, string, string][] = [
  ['pin', 'Arrived', 'is-arrived'],
  ['box', 'Unloaded', 'is-unloaded'],
  ['road', 'Drive on', 'is-driving'],
  ['alert', 'Problem', 'is-problem'],
];

const PROBLEMS: [Icon, string][] = [
  ['road', 'Road closed'],
  ['lorry', 'Breakdown'],
  ['clock', 'Waiting at the ramp'],
  ['box', 'Goods damaged'],
  ['people', 'Nobody there'],
];

const problem = renderPhone(
  '09:38',
  true,
  `<header><small>KF-24817 · 06 KF 417</small><h1>What happened?</h1></header>
  <ul class="problems">${PROBLEMS.map(
    ([shape, label], index) =>
      `<li class="${index === 0 ? 'is-chosen' : ''}">${icon(shape, 28)}<b>${label}</b>${index === 0 ? icon('check', 24) : ''}</li>`,
  ).join('')}</ul>
  <p class="wait">How long, about?<span><b>15 min</b><b class="is-chosen">1 hour</b><b>Longer</b></span></p>
  <p class="button is-primary">Send to the desk</p>`,
);

const reports = renderPhone(
  '11:23',
  false,
  `<header><small>KF-24817 · 06 KF 417</small><h1>Uşak, ring road</h1><p>Next stop <b>Alsancak port, gate 3</b><br>211 km, about 4 h with the break</p></header>
  <p class="waiting">${icon('offline', 22)}<span><b>No signal</b>1 report waits and goes out on its own</span></p>
  <ul class="reports">${REPORTS.map(
    ([shape, label, tone]) => `<li class="${tone}">${icon(shape, 46)}<b>${label}</b></li>`,
  ).join('')}</ul>
  <ol><li class="is-waiting"><time>11:21</time>Drive on, Uşak<span>waits</span></li><li><time>10:28</time>Drive on, Dumlupınar<span>${icon('check', 16)}sent</span></li></ol>`,
);

const arrival = renderPhone(
  '15:07',
  true,
  `<header><small>KF-24817 · 06 KF 417</small><h1>Alsancak port, gate 3</h1><p>Arrived 15:06, told 15:10</p></header>
  <p class="thanks">${icon('check', 54)}<b>The desk knows</b>Beytepe Ceramics was told too.</p>
  <ul class="steps-list"><li>${icon('pin', 24)}<span><b>Gate 3, lane 2</b>open until 16:00</span></li><li>${icon('box', 24)}<span><b>22 pallets</b>delivery note 40 117</span></li><li>${icon('message', 24)}<span><b>“Ring at ramp 6”</b>from the port, 14:40</span></li></ul>
  <p class="button is-primary">Unloaded</p><p class="button">Problem</p>`,
);

/** Three moments of one trip on the driver's phone. */
export function renderDriver(): string {
  return `<div class="stage">${problem}${reports}${arrival}</div>`;
}
