import { REPORTS } from './data.ts';
import { renderOffice, renderStages } from './desk.ts';
import { type Icon, icon } from './icons.ts';
import { renderMap } from './map.ts';

const FACTS: [Icon, string, string][] = [
  ['box', '22 pallets of wall tiles', '23.4 t, nothing stackable'],
  ['lorry', '06 KF 417, curtain trailer', 'Murat Aydın, 4 h 05 left to drive'],
  ['people', 'Beytepe Ceramics', 'Selma Arıkan, told at 09:45'],
];

export function renderShipment(): string {
  const reports = REPORTS.map(
    ({ time, title, note, source, kind }) =>
      `<li class="is-${kind}"><time>${time}</time><i></i><span><b>${title}</b>${note}</span><small>${source}</small></li>`,
  );
  const facts = FACTS.map(
    ([shape, title, note]) => `<li>${icon(shape, 22)}<span><b>${title}</b>${note}</span></li>`,
  );
  return renderOffice(
    'KF-24817',
    `<div class="shipment">
      <div class="story">
        <div class="headline"><span class="badge is-late">${icon('clock', 18)}Late 50 min</span>${renderStages(2, 'late')}
          <h2>Ankara <em>→</em> İzmir, Alsancak port</h2>
          <p>Arrives <b>15:10</b> instead of 14:20. Gate 3 closes at 16:00.</p>
          <p class="actions"><span class="button is-primary">${icon('message', 18)}Tell customer</span><span class="button">${icon('phone', 18)}Call driver</span></p></div>
        <ol class="timeline">${reports.join('')}</ol>
      </div>
      <div class="side">
        <div class="map-box">${renderMap({ west: 25.75, north: 40.62, scale: 109, width: 636, height: 592 })}</div>
        <ul class="facts">${facts.join('')}</ul>
      </div>
    </div>`,
  );
}
