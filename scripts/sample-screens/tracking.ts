import { icon, MARK } from './icons.ts';
import { renderMap } from './map.ts';

const STAGES: [string, string, string][] = [
  ['Loaded', '05:31', 'is-done'],
  ['On the road', 'since 05:48', 'is-done'],
  ['İzmir', 'about 14:50', ''],
  ['Delivered', 'about 15:10', ''],
];

export function renderTracking(): string {
  const stages = STAGES.map(
    ([name, time, state]) =>
      `<li class="${state}"><i>${state ? icon('check', 18) : ''}</i><b>${name}</b>${time}</li>`,
  );
  return `<div class="tracking">
    <header><p class="brand">${MARK}<span><b>Karasu</b>Freight</span></p><p>Shipment <b>KF-24817</b> for Beytepe Ceramics</p></header>
    <main>
      <div class="promise">
        <h1>Your tiles arrive today at about <b>15:10</b></h1>
        <p class="why">${icon('clock', 22)}<span><b>50 minutes later than planned.</b> The road was closed after an accident at Dumlupınar. The port takes the load until 16:00, so your ship is not in danger.</span></p>
        <ol class="steps">${stages.join('')}</ol>
        <ul class="facts"><li>${icon('box', 22)}<span><b>22 pallets, 23.4 t</b>Ankara to İzmir, Alsancak port</span></li><li>${icon('phone', 22)}<span><b>Gökçe Demir, dispatcher</b>0312 555 01 40</span></li></ul>
        <ol class="history"><li><time>10:28</time>On the road again</li><li><time>09:38</time>Held up at Dumlupınar</li><li><time>08:02</time>Passed Emirdağ</li></ol>
        <p class="same">${icon('check', 18)}You see what the dispatcher sees. Last report 10:28.</p>
      </div>
      <div class="map-box">${renderMap({ west: 25.9, north: 40.72, scale: 128, width: 700, height: 728 })}</div>
    </main>
  </div>`;
}
