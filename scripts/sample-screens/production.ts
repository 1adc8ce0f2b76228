const OUTPUT = [612, 648, 655, 590, 341];
const PLAN = 620;

const REASONS: [string, string, string][] = [
  ['Edge chips', 'w1', '2.1%'],
  ['Glaze', 'w2', '1.4%'],
  ['Warped', 'w3', '0.7%'],
];

const STOPS: [string, string, string, string][] = [
  ['17:02', 'Line 1', 'Press, die change', '14 min'],
  ['15:40', 'Line 2', 'Kiln entry, jam', '6 min'],
  ['14:25', 'Line 1', 'Colour change', '9 min'],
];

function renderOutput(): string {
  const bars = OUTPUT.map((value, index) => {
    const height = (value / PLAN) * 118;
    const x = index * 70;
    return `<rect class="column ${index === OUTPUT.length - 1 ? 'is-now' : ''}" x="${x}" y="${140 - height}" width="52" height="${height}" rx="4"/><text x="${x + 26}" y="164">${14 + index}:00</text>`;
  });
  const rest = [5, 6, 7].map(
    (index) => `<text x="${index * 70 + 26}" y="164">${14 + index}:00</text>`,
  );
  return `<svg class="chart" width="560" height="170" viewBox="0 0 560 170">${bars.join('')}${rest.join('')}<line class="plan-line" x1="0" y1="22" x2="556" y2="22"/></svg>`;
}

/** The curve of the temperature as far as the tiles are, in the band that it has to keep. */
const KILN =
  '<svg class="chart" width="560" height="174" viewBox="0 0 560 174"><path class="band" d="M0 112C70 106 110 90 160 64C210 38 240 8 290 6C350 4 360 8 400 36C450 72 480 104 556 114V142C480 146 450 114 400 78C360 50 350 46 290 48C240 50 210 80 160 106C110 132 70 148 0 152Z"/><path class="curve" d="M0 132C70 128 110 106 160 82C210 58 240 26 290 30"/><circle class="here" cx="290" cy="30" r="12"/><text x="48" y="172">Entry</text><text x="290" y="172">Firing</text><text x="516" y="172">Cooling</text></svg>';

/** Four figures of a shift, to be read from across the room. */
export function renderWall(): string {
  const reasons = REASONS.map(
    ([name, width, share]) => `<li>${name}<i class="${width}"></i><b>${share}</b></li>`,
  );
  const stops = STOPS.map(
    (stop) => `<li>${stop.map((part) => `<span>${part}</span>`).join('')}</li>`,
  );
  return `<div class="wall-board">
    <header><b>Beytepe, lines 1 and 2</b><span>Late shift, 14:00 to 22:00</span><b>18:34</b></header>
    <section><h2>Output</h2><span class="against">15 more than planned by now</span><p class="figure">2,846<small>m² of 4,960</small></p>${renderOutput()}</section>
    <section><h2>Scrap</h2><span class="against">below the limit of 5.0%</span><p class="figure">4.2%<small>this shift</small></p><ul class="reasons">${reasons.join('')}</ul></section>
    <section class="is-standing"><h2>Line 2 stands</h2><span class="against">Glaze change</span><p class="figure">08:12<small>since 18:26, planned 15 min</small></p><ul class="stops">${stops.join('')}</ul></section>
    <section><h2>Kiln</h2><span class="against">on its curve</span><p class="figure">1,180°<small>firing zone, target 1,184°</small></p>${KILN}</section>
  </div>`;
}
