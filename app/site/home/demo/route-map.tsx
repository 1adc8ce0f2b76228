import { progressOf, type Shipment } from './demo-data.ts';
import { SHIPMENT_MESSAGES } from './messages.ts';

/** Degrees east and north. */
const CITIES: Record<string, readonly [number, number]> = {
  Ankara: [32.9, 39.9],
  Mersin: [34.6, 36.8],
  Adana: [35.3, 37],
  Bursa: [29.1, 40.2],
  Konya: [32.5, 37.9],
  Antalya: [30.7, 36.9],
  Samsun: [36.3, 41.3],
  Kayseri: [35.5, 38.7],
  Denizli: [29.1, 37.8],
  Trabzon: [39.7, 41],
  Gaziantep: [37.4, 37.1],
};

const NORTH_COAST = 'M0 24 18 14 44 17 78 6 114 2 140 4 160 17 200 24 232 20 260 18';
const SOUTH_COAST =
  'M0 98 12 112 24 114 40 104 54 101 68 113 96 124 118 124 136 108 152 112 164 108 168 126';

/** A point of the drawing, 20 units for a degree at this latitude. */
function pointOf(city: string): [number, number] {
  const [east, north] = CITIES[city] ?? [0, 0];
  return [Math.round((east - 28.3) * 20), Math.round((42 - north) * 20)];
}

export function RouteMap({ shipment }: { shipment: Shipment }) {
  const { from, to } = shipment;
  const [[x1, y1], [x2, y2]] = [pointOf(from), pointOf(to)];
  const progress = progressOf(shipment);
  const x = Math.round(x1 + (x2 - x1) * progress);
  const y = Math.round(y1 + (y2 - y1) * progress);
  return (
    <svg
      viewBox="0 0 260 130"
      role="img"
      aria-label={SHIPMENT_MESSAGES.map(from, to, Math.round(progress * 100))}
      className="desk-map"
    >
      <path d={NORTH_COAST} className="desk-coast" />
      <path d={SOUTH_COAST} className="desk-coast" />
      {Object.keys(CITIES).map((city) => {
        const [left, top] = pointOf(city);
        return <circle key={city} cx={left} cy={top} r="2" />;
      })}
      <path d={`M${x1} ${y1} ${x2} ${y2}`} className="desk-way" />
      <path d={`M${x1} ${y1} ${x} ${y}`} className="desk-done" />
      {[from, to].map((city) => {
        const [left, top] = pointOf(city);
        return (
          <text key={city} x={left} y={top > 65 ? top + 13 : top - 7}>
            {city}
          </text>
        );
      })}
      <circle cx={x} cy={y} r="5" className="desk-pin" />
    </svg>
  );
}
