/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions --
   No native element takes arrow keys and drags; role application passes them on, buttons do the same. */
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { LAYOUT_MESSAGES } from '#app/site/lib/messages.ts';
import { MAP_MESSAGES } from './messages.ts';

const WIDTH = 800;
const HEIGHT = 600;
const UNITS_PER_KM = 51.4;
const ZOOMS = [
  { factor: 1, scaleKm: 2, scaleLabel: '2 km' },
  { factor: 1.6, scaleKm: 1, scaleLabel: '1 km' },
  { factor: 2.6, scaleKm: 0.5, scaleLabel: '500 m' },
  { factor: 4.2, scaleKm: 0.4, scaleLabel: '400 m' },
] as const;
const LAST_STEP = ZOOMS.length - 1;
const OFFICE = { x: 392, y: 382 };
const HOME_VIEW = { step: 0, x: WIDTH / 2, y: HEIGHT / 2 };
const MAP_URL = 'https://www.openstreetmap.org/?mlat=39.9208&mlon=32.8541#map=15/39.9208/32.8541';

const BOULEVARDS =
  'M405 186c-2 10-10 43-13 60c-3 16-4 28-4 40c1 12 5 18 6 31c0 14-3 36-3 50c0 14 0 24 3 33c2 9 6 14 9 23c4 8 9 21 11 28c3 8 3 10 5 19c2 8 5 20 7 33c2 13 6 38 7 46M391 367c-7-6-23-24-38-37c-15-13-38-32-54-41c-16-10-36-13-43-16M394 400c-8 1-25 3-43 6c-18 3-37 8-66 12c-29 5-77 10-110 13c-33 4-54 5-87 9c-33 4-92 12-110 14M391 367c6-2 25-6 36-13c11-6 17-17 29-25c12-9 25-20 44-26c19-6 43-11 70-12c26 0 47 11 87 9c41-2 128-17 154-20M285 200c-3 8-11 34-15 46c-5 12-8 14-14 27c-5 13-15 34-22 53c-6 18-12 39-17 57c-6 17-14 31-15 48c-1 18 4 36 8 55c4 18 12 33 16 57c3 24 5 71 6 86M392 246c-7-3-23-10-41-17c-18-8-41-22-66-29c-26-7-55-13-88-14c-33-2-73 7-109 5c-37-1-92-11-110-14M405 186c17-2 64-7 99-12c35-4 58-15 110-14c51 1 164 19 197 23';
const STREETS =
  'M256 273c7 2 28 10 42 10c14 0 27-11 42-10c15 2 33 17 48 20c16 3 27-3 46-2c18 2 55 10 66 12M405 186c4-8 14-30 20-49c6-18 10-35 15-63c6-27 13-85 16-103M405 186c7-6 25-19 42-32c17-13 44-28 61-45c18-18 33-35 44-58c12-22 22-66 27-80M285 200c4-8 18-30 24-46c6-16 5-21 11-51c5-31 18-110 22-132M418 466c-2 6-7 21-10 37c-3 16-7 41-8 58c-1 17 1 35 1 42M403 423c-3 7-14 25-17 40c-4 15-7 35-5 51c3 17 16 39 19 47M368 403c-3 8-16 32-22 48c-6 17-9 25-13 52c-4 26-11 90-13 108M394 400c5 3 27 6 31 17c4 12-5 44-6 53M391 367c-9 1-32 7-49 7c-18 1-38-4-57-5c-19-2-46-3-55-3M299 289c-3 6-16 23-18 37c-3 13 3 27 4 43c1 15 0 41 0 49M419 470c5 2 22 8 32 16c11 8 22 19 29 31c7 12 9 36 11 43M392 246c4 2 15 6 22 14c7 8 13 20 20 31c7 12 18 31 22 38';
const RAIL =
  'M-22 214c18 2 73 9 110 13c36 5 77 10 109 16c32 6 59 14 84 20c24 6 47 9 65 17c19 8 29 22 46 30c18 7 42 14 59 15c18 0 21-13 44-14c24 0 66 9 97 9c30 0 51-12 87-11c37 1 110 14 132 17';
const RIVERS =
  'M811 229c-22-3-90-15-132-18c-41-2-87-1-118 3c-31 4-45 18-66 20c-21 3-44 1-61-4c-17-4-26-14-40-21c-13-8-27-20-43-23c-17-4-32 3-57 1c-26-1-66-11-97-13c-30-1-51 8-87 6c-37-2-110-14-132-17M351 186c5-5 15-16 35-29c20-13 66-32 85-48c20-17 23-29 31-52c8-23 14-71 17-86';
const PARKS =
  'M362 256l22 4 0 22-18 1-13-13zM305 319c5-4 14-2 19 1c6 3 12 10 13 16c2 6-1 17-6 21c-5 5-18 8-24 6c-6-3-13-13-13-20c-1-7 6-20 11-24zM13 203c16-8 67-5 97-3c29 2 57 10 78 17c22 7 48 13 53 23c6 10-5 26-20 34c-14 9-45 18-68 17c-22 0-42-12-65-20c-24-7-62-14-75-25c-12-12-16-36 0-43zM296 213l35 13 6 28-48-11zM436 320l18 3-5 15-15-2zM487 77c3-5 27-2 32 3c6 5 6 23 3 29c-4 5-19 8-25 2c-5-5-14-29-10-34zM423 494c2-4 13 0 15 6c3 6 1 27-1 31c-1 5-6 1-8-5c-3-7-8-27-6-32zM392 540c3-3 10 2 10 6c1 3-3 12-5 15c-3 3-11 5-11 2c-1-4 4-20 6-23zM370 457c5-8 6 6 5 17c-2 12-10 32-13 52c-3 20-1 57-5 68c-3 12-14 12-15 0c-2-11 2-45 6-68c5-23 18-60 22-69zM416 466l6 1 0 8-6-1z';
const LAKE = 'M367 264c2-2 9 0 11 2c2 1 3 6 2 8c0 2-3 5-5 5c-3 0-8-1-9-4c-1-2-1-9 1-11z';
const CASTLE_HILL =
  'M423 243c3-4 15-5 20-3c4 2 9 10 8 14c0 5-6 11-11 12c-4 1-13-1-16-5c-3-4-4-15-1-18z';
const QUARTERS = [
  [
    14,
    'M20 34 222 50 246 166 30 180zM222 306 286 304 296 414 212 420zM216 440 330 424 316 560 232 566z',
  ],
  [
    -11,
    'M268 14 560 8 494 118 440 176 404 184 312 178zM500 106 660 84 670 158 482 174zM424 206 690 184 700 214 560 214 476 236zM516 244 770 238 770 276 640 292 540 296zM540 330 776 326 768 440 580 436z',
  ],
  [
    34,
    'M304 296 384 296 388 362 388 400 300 408zM402 250 470 270 500 300 440 336 402 352zM398 376 450 338 540 330 556 440 424 462 400 420zM340 420 394 412 412 462 396 590 306 590zM424 474 548 462 564 588 408 590z',
  ],
] as const;
const ICONS = {
  castle: 'M-7 6V-6h3v3h2.5v-3h3v3H4v-3h3V6z',
  columns: 'M-8 6H8M-6 6V-4M-2 6V-4M2 6V-4M6 6V-4M-8-5H8',
  mosque: 'M-5 6V1a5 5 0 0 1 10 0v5zM-8 6V-5M8 6V-5M0-4v-3',
  tower: 'M-2 7-1-2h2l1 9zM-5-2h10l-2-3h-6zM0-5v-4',
  station: 'M-7 6V-1a7 7 0 0 1 14 0v7zM-3 6V1h6v5',
  square: 'M-4-4H4V4H-4z',
  dot: 'M-4 0a4 4 0 1 0 8 0 4 4 0 1 0-8 0z',
} as const;

type Label = [
  text: string,
  x: number,
  y: number,
  level: 1 | 2 | 3 | 4,
  sign?: { icon?: keyof typeof ICONS; side?: 'left' | 'right'; turn?: number },
];

const LABELS: Record<'district' | 'place' | 'water' | 'road', Label[]> = {
  district: [
    ['Keçiören', 408, 40, 1],
    ['Yenimahalle', 188, 109, 1],
    ['Altındağ', 500, 186, 1],
    ['Mamak', 652, 376, 1],
    ['Çankaya', 500, 540, 1],
    ['Kızılay', 391, 367, 1, { icon: 'dot', side: 'left' }],
    ['Ulus', 386, 247, 1, { side: 'left' }],
    ['Bahçelievler', 247, 364, 2],
    ['Etlik', 307, 103, 2],
    ['Demetevler', 92, 86, 2],
    ['Balgat', 270, 462, 2],
    ['Söğütözü', 124, 404, 2],
    ['Dikmen', 272, 566, 2],
    ['Kavaklıdere', 466, 448, 2],
    ['Cebeci', 492, 281, 2],
    ['Aydınlıkevler', 534, 128, 3],
    ['Emek', 240, 394, 3],
    ['Beşevler', 246, 270, 3],
    ['Beştepe', 145, 320, 3],
    ['Maltepe', 362, 314, 4],
    ['Sıhhiye', 402, 318, 3, { side: 'right' }],
    ['Hamamönü', 446, 272, 4],
    ['Kurtuluş', 470, 350, 3],
    ['Seyranbağları', 520, 420, 3],
    ['Gaziosmanpaşa', 484, 500, 3],
    ['Ayrancı', 366, 506, 3],
    ['Abidinpaşa', 610, 280, 3],
  ],
  place: [
    ['Kale', 436, 252, 1, { icon: 'castle', side: 'right' }],
    ['Anıtkabir', 316, 336, 1, { icon: 'columns', side: 'left' }],
    ['Atakule', 400, 560, 1, { icon: 'tower', side: 'left' }],
    ['Gar', 344, 279, 2, { icon: 'station', side: 'left' }],
    ['Kocatepe', 420, 392, 2, { icon: 'mosque', side: 'right' }],
    ['Kuğulu Park', 419, 474, 2, { icon: 'square', side: 'right' }],
    ['AŞTİ', 200, 384, 2, { icon: 'square', side: 'left' }],
    ['TBMM', 375, 424, 3, { icon: 'columns', side: 'left' }],
  ],
  water: [
    ['Atatürk Orman Çiftliği', 120, 246, 2],
    ['Ankara Çayı', 226, 174, 2],
    ['Gençlik Parkı', 356, 260, 3],
    ['Altınpark', 508, 94, 2],
  ],
  road: [
    ['Atatürk Bulvarı', 391, 290, 3, { turn: 89 }],
    ['Gazi Mustafa Kemal Blv.', 332, 316, 3, { turn: 40 }],
    ['İnönü Bulvarı', 320, 411, 3, { turn: -7 }],
    ['Eskişehir Yolu', 84, 441, 2, { turn: -5 }],
    ['Konya Yolu', 210, 520, 2, { turn: 84 }],
    ['İstanbul Yolu', 110, 191, 2, { turn: -1 }],
    ['Samsun Yolu', 690, 174, 2, { turn: 6 }],
    ['Talatpaşa Blv.', 424, 294, 4],
    ['Ziya Gökalp Cd.', 443, 340, 4, { turn: -38 }],
    ['Cinnah Cd.', 404, 512, 3, { turn: 97 }],
  ],
};

const LABEL_VARIANTS: Record<keyof typeof LABELS, string> = {
  district: 'fill-ink font-semibold',
  place: 'fill-ink',
  road: 'map-small fill-ink-muted',
  water: 'map-small fill-ink-muted',
};

type View = { step: number; x: number; y: number };

function zoomOf(step: number) {
  return ZOOMS[step] ?? ZOOMS[0];
}

function clampView({ step, x, y }: View): View {
  const { factor } = zoomOf(step);
  const marginX = WIDTH / factor / 2;
  const marginY = HEIGHT / factor / 2;
  return {
    step,
    x: Math.min(Math.max(x, marginX), WIDTH - marginX),
    y: Math.min(Math.max(y, marginY), HEIGHT - marginY),
  };
}

export function AnkaraMap() {
  const id = useId();
  const [view, setView] = useState<View>(HOME_VIEW);
  const image = useRef<SVGSVGElement>(null);
  const drag = useRef<{ x: number; y: number } | null>(null);

  const { factor, scaleKm, scaleLabel } = zoomOf(view.step);
  const width = WIDTH / factor;
  const height = HEIGHT / factor;
  const left = view.x - width / 2;
  const top = view.y - height / 2;
  const thin = 1 / Math.sqrt(factor);

  function zoomBy(change: number, target?: { x: number; y: number }) {
    setView((current) => {
      const step = Math.min(Math.max(current.step + change, 0), LAST_STEP);
      const center = target ?? (current.step === 0 ? OFFICE : current);
      return clampView({ step, x: center.x, y: center.y });
    });
  }

  function panBy(x: number, y: number) {
    setView((current) => clampView({ ...current, x: current.x + x, y: current.y + y }));
  }

  function unitsPerPixel() {
    return width / (image.current?.getBoundingClientRect().width ?? WIDTH);
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-width / 5, 0],
      ArrowRight: [width / 5, 0],
      ArrowUp: [0, -height / 5],
      ArrowDown: [0, height / 5],
    };
    const move = moves[event.key];
    if (move && view.step > 0) panBy(...move);
    else if (event.key === '+' || event.key === '=') zoomBy(1);
    else if (event.key === '-') zoomBy(-1);
    else if (event.key === '0') setView(HOME_VIEW);
    else return;
    event.preventDefault();
  }

  function handlePointerDown(event: PointerEvent<HTMLDivElement>) {
    if (view.step === 0 || event.button !== 0) return;
    drag.current = { x: event.clientX, y: event.clientY };
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  function handlePointerMove(event: PointerEvent) {
    if (!drag.current) return;
    const units = unitsPerPixel();
    panBy((drag.current.x - event.clientX) * units, (drag.current.y - event.clientY) * units);
    drag.current = { x: event.clientX, y: event.clientY };
  }

  function handleDoubleClick(event: MouseEvent) {
    const box = image.current?.getBoundingClientRect();
    if (!box) return;
    const units = unitsPerPixel();
    zoomBy(1, {
      x: left + (event.clientX - box.left) * units,
      y: top + (event.clientY - box.top) * units,
    });
  }

  const buttons = [
    {
      name: MAP_MESSAGES.zoomIn,
      icon: 'M4 10h12M10 4v12',
      off: view.step === LAST_STEP,
      run: () => zoomBy(1),
    },
    { name: MAP_MESSAGES.zoomOut, icon: 'M4 10h12', off: view.step === 0, run: () => zoomBy(-1) },
    {
      name: MAP_MESSAGES.whole,
      icon: 'M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4',
      off: view.step === 0,
      run: () => setView(HOME_VIEW),
    },
  ];

  return (
    <figure>
      <div className="overflow-hidden rounded-lg border border-line">
        <div
          role="application"
          tabIndex={0}
          aria-label={MAP_MESSAGES.label}
          aria-describedby={`${id}help`}
          onKeyDown={handleKeyDown}
          onPointerDown={handlePointerDown}
          onPointerMove={handlePointerMove}
          onPointerUp={() => (drag.current = null)}
          onPointerCancel={() => (drag.current = null)}
          onDoubleClick={handleDoubleClick}
          className={`city-map rounded-t-lg select-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent ${
            view.step > 0 ? 'cursor-grab touch-none active:cursor-grabbing' : 'touch-manipulation'
          }`}
        >
          <svg
            ref={image}
            viewBox={`${left} ${top} ${width} ${height}`}
            role="img"
            aria-labelledby={`${id}title ${id}desc`}
            data-step={view.step}
            className="font-sans"
          >
            <title id={`${id}title`}>{MAP_MESSAGES.title}</title>
            <desc id={`${id}desc`}>{MAP_MESSAGES.description}</desc>
            <path d="M0 0H800V600H0z" className="fill-surface" />
            {QUARTERS.map(([turn, area]) => (
              <g key={turn}>
                <pattern
                  id={`${id}${turn}`}
                  width="15"
                  height="10"
                  patternUnits="userSpaceOnUse"
                  patternTransform={`rotate(${turn})`}
                >
                  <path d="M0 0H15M0 0V10" strokeWidth={1.6 / factor} className="stroke-line" />
                </pattern>
                <path d={area} fill={`url(#${id}${turn})`} />
              </g>
            ))}
            <path d={PARKS} className="fill-surface" />
            <path d={PARKS} className="fill-accent-2/20" />
            <path d={CASTLE_HILL} className="fill-accent-2/15 stroke-accent-2" />
            <path d={RIVERS} strokeWidth={3 * thin} className="stroke-accent-2/60" />
            <path d={LAKE} className="fill-accent-2/50 stroke-accent-2" />
            <path d={STREETS} strokeWidth={3.5 * thin} className="stroke-line" />
            <path d={STREETS} strokeWidth={2 * thin} className="stroke-surface-raised" />
            <path d={RAIL} strokeWidth={2.5 * thin} className="stroke-ink-muted" />
            <path
              d={RAIL}
              strokeWidth={1.2 * thin}
              strokeDasharray="6 6"
              className="stroke-surface-raised"
            />
            <path d={BOULEVARDS} strokeWidth={7 * thin} className="stroke-accent/45" />
            <path d={BOULEVARDS} strokeWidth={5 * thin} className="stroke-surface-raised" />
            {(Object.keys(LABELS) as (keyof typeof LABELS)[]).flatMap((kind) =>
              LABELS[kind].map(([text, x, y, level, { icon, side, turn = 0 } = {}]) => (
                <g
                  key={text}
                  transform={`translate(${x} ${y}) scale(${1 / factor}) rotate(${turn})`}
                  className={`map-level-${level}`}
                >
                  {icon && (
                    <path d={ICONS[icon]} className="map-icon fill-surface-raised stroke-ink" />
                  )}
                  <text
                    dx={icon ? (side === 'left' ? '-.9em' : '.9em') : undefined}
                    dy=".35em"
                    textAnchor={side === 'left' ? 'end' : side === 'right' ? 'start' : 'middle'}
                    className={`stroke-surface ${LABEL_VARIANTS[kind]}`}
                  >
                    {text}
                  </text>
                </g>
              )),
            )}
            <g transform={`translate(${OFFICE.x} ${OFFICE.y}) scale(${1 / factor})`}>
              <g className="map-icon">
                <path
                  d="M0 0C-3-8-11-11-11-20a11 11 0 0 1 22 0c0 9-8 12-11 20z"
                  className="fill-alert stroke-surface-raised"
                />
                <circle cy="-20" r="4" className="fill-surface-raised" />
              </g>
              <text dx="1.1em" dy="-1.45em" className="stroke-surface fill-accent font-semibold">
                {MAP_MESSAGES.office}
              </text>
            </g>
            <g
              transform={`translate(${left + 16 / factor} ${top + height - 16 / factor}) scale(${1 / factor})`}
            >
              <path
                d={`M0-6V0H${scaleKm * UNITS_PER_KM * factor}V-6`}
                className="stroke-ink"
                vectorEffect="non-scaling-stroke"
              />
              <text dy="-.5em" dx=".4em" className="map-small stroke-surface fill-ink-muted">
                {scaleLabel}
              </text>
            </g>
          </svg>
        </div>
        <div className="flex min-h-11 flex-wrap items-center border-t border-line bg-surface-raised text-sm">
          <div className="noscript:hidden flex">
            {buttons.map(({ name, icon, off, run }) => (
              <button
                key={name}
                type="button"
                aria-label={name}
                title={name}
                aria-disabled={off}
                onClick={off ? undefined : run}
                className="grid size-11 place-items-center border-e border-line text-ink hover:text-accent focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent aria-disabled:text-ink-muted/50"
              >
                <svg
                  viewBox="0 0 20 20"
                  aria-hidden="true"
                  className="size-5 fill-none stroke-current"
                >
                  <path d={icon} strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
                </svg>
              </button>
            ))}
          </div>
          <a
            href={MAP_URL}
            target="_blank"
            rel="noopener noreferrer"
            className="ms-auto px-3 py-3 text-accent underline underline-offset-4"
          >
            {MAP_MESSAGES.open}
            <span className="sr-only">{LAYOUT_MESSAGES.newTab}</span>
          </a>
        </div>
      </div>
      <p role="status" className="sr-only">
        {view.step > 0 ? MAP_MESSAGES.zoom(view.step + 1, ZOOMS.length) : ''}
      </p>
      <figcaption id={`${id}help`} className="noscript:hidden mt-2 text-sm text-ink-muted">
        {MAP_MESSAGES.help}
      </figcaption>
    </figure>
  );
}
