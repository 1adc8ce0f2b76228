type Point = readonly [longitude: number, latitude: number];

export type View = { west: number; north: number; scale: number; width: number; height: number };

// From the Bosphorus round the Aegean to the Gulf of Antalya and on to the east.
const COAST: Point[] = [
  [29.05, 41.3],
  [29.06, 40.98],
  [29.4, 40.82],
  [29.92, 40.74],
  [29.4, 40.7],
  [28.82, 40.64],
  [29.12, 40.44],
  [28.5, 40.38],
  [28.05, 40.36],
  [27.85, 40.5],
  [27.6, 40.36],
  [27.1, 40.45],
  [26.72, 40.3],
  [26.4, 40.14],
  [26.16, 39.98],
  [26.1, 39.48],
  [26.62, 39.54],
  [26.94, 39.56],
  [26.72, 39.34],
  [26.68, 39.2],
  [26.86, 39.07],
  [26.8, 38.95],
  [26.96, 38.86],
  [26.9, 38.76],
  [26.74, 38.67],
  [26.86, 38.57],
  [27.02, 38.46],
  [27.14, 38.44],
  [26.98, 38.4],
  [26.76, 38.38],
  [26.6, 38.44],
  [26.54, 38.58],
  [26.42, 38.66],
  [26.38, 38.52],
  [26.46, 38.38],
  [26.3, 38.3],
  [26.42, 38.22],
  [26.74, 38.18],
  [26.86, 38.08],
  [27.06, 38.0],
  [27.26, 37.86],
  [27.2, 37.7],
  [27.04, 37.66],
  [27.24, 37.54],
  [27.22, 37.38],
  [27.44, 37.34],
  [27.58, 37.24],
  [27.36, 37.12],
  [27.3, 36.98],
  [27.6, 36.98],
  [28.2, 37.03],
  [28.0, 36.86],
  [27.6, 36.72],
  [28.05, 36.68],
  [28.28, 36.84],
  [28.6, 36.72],
  [28.9, 36.7],
  [29.12, 36.6],
  [29.2, 36.34],
  [29.64, 36.2],
  [30.14, 36.3],
  [30.4, 36.24],
  [30.56, 36.6],
  [30.7, 36.88],
  [31.1, 36.84],
  [31.6, 36.68],
  [32.0, 36.54],
  [32.4, 36.2],
  [32.84, 36.04],
  [33.6, 36.16],
  [34.0, 36.3],
  [34.6, 36.76],
];

const ISLANDS: Point[][] = [
  [
    [26.05, 40.9],
    [26.06, 40.62],
    [26.8, 40.64],
    [26.3, 40.3],
    [26.18, 40.06],
    [26.38, 40.2],
    [26.7, 40.42],
    [27.15, 40.62],
    [27.5, 40.98],
    [26.05, 40.9],
  ],
  [
    [25.9, 39.2],
    [26.15, 39.36],
    [26.4, 39.32],
    [26.58, 39.05],
    [26.4, 38.98],
    [26.2, 39.08],
    [25.9, 39.2],
  ],
  [
    [25.98, 38.56],
    [26.14, 38.54],
    [26.12, 38.28],
    [25.98, 38.22],
    [26.0, 38.4],
    [25.98, 38.56],
  ],
  [
    [26.58, 37.74],
    [26.8, 37.8],
    [27.04, 37.74],
    [26.9, 37.68],
    [26.7, 37.66],
    [26.58, 37.74],
  ],
  [
    [27.74, 36.36],
    [28.22, 36.44],
    [28.1, 36.16],
    [27.76, 35.94],
    [27.74, 36.36],
  ],
];

const ROADS: Point[][] = [
  [
    [32.86, 39.93],
    [31.9, 39.8],
    [30.52, 39.78],
    [29.98, 39.42],
    [29.98, 39.14],
    [30.54, 38.76],
  ],
  [
    [30.52, 39.78],
    [29.9, 40.0],
    [29.06, 40.19],
    [28.3, 39.95],
    [27.88, 39.65],
    [27.84, 39.1],
    [27.43, 38.62],
    [27.14, 38.42],
  ],
  [
    [32.86, 39.93],
    [32.7, 39.2],
    [32.5, 38.5],
    [32.49, 37.87],
  ],
  [
    [30.54, 38.76],
    [31.2, 38.5],
    [31.6, 38.3],
    [32.49, 37.87],
  ],
  [
    [30.54, 38.76],
    [30.2, 38.1],
    [29.5, 37.9],
    [29.09, 37.78],
    [28.4, 37.9],
    [27.84, 37.84],
    [27.4, 38.0],
    [27.14, 38.42],
  ],
  [
    [30.54, 38.76],
    [30.5, 38.0],
    [30.6, 37.5],
    [30.7, 36.9],
  ],
  [
    [32.49, 37.87],
    [31.4, 37.6],
    [30.6, 37.5],
  ],
  [
    [32.86, 39.93],
    [33.5, 39.6],
    [34.16, 39.15],
    [34.03, 38.37],
    [32.49, 37.87],
  ],
  [
    [27.14, 38.42],
    [26.97, 38.8],
    [26.9, 39.07],
    [27.02, 39.58],
    [27.88, 39.65],
  ],
];

export const ROUTE: Point[] = [
  [32.78, 39.87],
  [32.15, 39.58],
  [31.54, 39.45],
  [31.15, 39.02],
  [30.54, 38.76],
  [29.98, 38.85],
  [29.66, 38.76],
  [29.41, 38.68],
  [28.65, 38.55],
  [28.14, 38.48],
  [27.7, 38.5],
  [27.3, 38.46],
  [27.15, 38.44],
];

/** How many points of the route lie behind the lorry. */
const PASSED = 7;

const TOWNS: { name: string; at: Point; dx?: number; dy?: number; isLarge?: boolean }[] = [
  { name: 'Ankara', at: [32.86, 39.93], dx: -74, dy: -14, isLarge: true },
  { name: 'Eskişehir', at: [30.52, 39.78], dx: 8, dy: -9 },
  { name: 'Bursa', at: [29.06, 40.19], dx: 8, dy: -8 },
  { name: 'Balıkesir', at: [27.88, 39.65], dx: 9, dy: -8 },
  { name: 'Kütahya', at: [29.98, 39.42], dx: 9, dy: 5 },
  { name: 'Konya', at: [32.49, 37.87], dx: 10, dy: 14 },
  { name: 'Denizli', at: [29.09, 37.78], dx: 8, dy: 17 },
  { name: 'Polatlı', at: [32.15, 39.58], dx: 4, dy: 20 },
  { name: 'Emirdağ', at: [31.15, 39.02], dx: 12, dy: 6 },
  { name: 'Afyonkarahisar', at: [30.54, 38.76], dx: 2, dy: 22 },
  { name: 'Dumlupınar', at: [29.98, 38.85], dx: 5, dy: -16 },
  { name: 'Uşak', at: [29.41, 38.68], dx: -12, dy: 22 },
  { name: 'Salihli', at: [28.14, 38.48], dx: -12, dy: 22 },
  { name: 'İzmir', at: [27.14, 38.42], dx: 12, dy: 24, isLarge: true },
  { name: 'Aydın', at: [27.84, 37.84], dx: 8, dy: 17 },
  { name: 'Antalya', at: [30.7, 36.9], dx: 8, dy: -8 },
  { name: 'Çanakkale', at: [26.42, 40.12], dx: 10, dy: 14 },
  { name: 'Muğla', at: [28.36, 37.21], dx: 10, dy: 4 },
  { name: 'Isparta', at: [30.55, 37.76], dx: 10, dy: 4 },
  { name: 'Manisa', at: [27.43, 38.62], dx: 8, dy: -8 },
];

function place({ west, north, scale }: View, [longitude, latitude]: Point): [number, number] {
  // A degree of longitude is shorter than one of latitude here, by the cosine of 38.7.
  return [(longitude - west) * scale * 0.78, (north - latitude) * scale];
}

/** A smooth line through the points, as the drawings of the site have it. */
function curve(view: View, points: readonly Point[]): string {
  const at = points.map((point) => place(view, point));
  const text = (values: number[]) => values.map((value) => value.toFixed(1)).join(' ');
  let path = `M${text(at[0] ?? [])}`;
  for (let index = 1; index < at.length; index += 1) {
    const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = [index - 2, index - 1, index, index + 1].map(
      (which) => at[Math.min(Math.max(which, 0), at.length - 1)] ?? [0, 0],
    ) as [[number, number], [number, number], [number, number], [number, number]];
    path += `C${text([x1 + (x2 - x0) / 7, y1 + (y2 - y0) / 7, x2 - (x3 - x1) / 7, y2 - (y3 - y1) / 7, x2, y2])}`;
  }
  return path;
}

function stop(view: View, point: Point, className: string): string {
  const [x, y] = place(view, point);
  return `<circle class="${className}" cx="${x}" cy="${y}" r="6"/>`;
}

/** The west of Anatolia with one shipment on its way to the coast. */
export function renderMap(view: View): string {
  const { width, height } = view;
  const coast = curve(view, COAST);
  const [edge] = place(view, COAST[0] ?? [0, 0]);
  const passed = ROUTE.slice(0, PASSED);
  const [x, y] = place(view, passed.at(-1) ?? [0, 0]);
  const pinned = `translate(${x} ${y})`;
  const labels = TOWNS.map(({ name, at, dx = 0, dy = 0, isLarge }) => {
    const [left, top] = place(view, at);
    return `<circle class="town" cx="${left}" cy="${top}" r="${isLarge ? 0 : 3}"/><text class="${isLarge ? 'city' : ''}" x="${left + dx}" y="${top + dy}">${name}</text>`;
  });
  return `<svg class="map" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
    <defs><pattern id="grid" width="40" height="40" patternUnits="userSpaceOnUse"><path d="M40 0H0V40"/></pattern></defs>
    <rect class="land" width="${width}" height="${height}"/><rect width="${width}" height="${height}" fill="url(#grid)"/>
    <path class="sea" d="${coast}L${2 * width} ${2 * height}H-400V-400H${edge}Z"/><path class="coast" d="${coast}"/>
    <path class="shallow" transform="translate(-8 6)" d="${coast}"/>
    ${ISLANDS.map((island) => `<path class="island" d="${curve(view, island)}"/>`).join('')}
    ${ROADS.map((road) => `<path class="road" d="${curve(view, road)}"/>`).join('')}
    <path class="ahead" d="${curve(view, ROUTE.slice(PASSED - 1))}"/>
    <path class="halo" d="${curve(view, passed)}"/><path class="passed" d="${curve(view, passed)}"/>
    ${labels.join('')}
    ${[ROUTE[0], ROUTE[3]].map((point) => (point ? stop(view, point, 'reported') : '')).join('')}
    ${ROUTE[5] ? stop(view, ROUTE[5], 'held') : ''}${ROUTE.at(-1) ? stop(view, ROUTE.at(-1) ?? [0, 0], 'open') : ''}
    <g transform="${pinned}"><circle class="pulse" r="22"/><path class="pin" d="M0 2c-7-14-19-21-19-37a19 19 0 0 1 38 0C19-19 7-12 0 2z"/><circle class="pin-hole" cy="-35" r="7.5"/></g>
  </svg>`;
}
