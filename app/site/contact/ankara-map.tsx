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
import map from '#content/contact-map.json' with { type: 'json' };
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
const HOME_VIEW = { step: 0, x: WIDTH / 2, y: HEIGHT / 2 };

type LabelKind = 'district' | 'place' | 'road' | 'water';
type Label = [
  text: string,
  x: number,
  y: number,
  level: number,
  sign?: { icon?: keyof typeof map.icons; side?: string; turn?: number },
];

const LABELS = map.labels as unknown as Record<LabelKind, Label[]>;

const LABEL_VARIANTS: Record<LabelKind, string> = {
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
      const center = target ?? (current.step === 0 ? map.office : current);
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
          aria-label={map.label}
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
            <title id={`${id}title`}>{map.title}</title>
            <desc id={`${id}desc`}>{map.description}</desc>
            <path d="M0 0H800V600H0z" className="fill-surface" />
            {map.quarters.map(({ turn, area }) => (
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
            <path d={map.parks} className="fill-surface" />
            <path d={map.parks} className="fill-accent-2/20" />
            <path d={map.castleHill} className="fill-accent-2/15 stroke-accent-2" />
            <path d={map.rivers} strokeWidth={3 * thin} className="stroke-accent-2/60" />
            <path d={map.lake} className="fill-accent-2/50 stroke-accent-2" />
            <path d={map.streets} strokeWidth={3.5 * thin} className="stroke-line" />
            <path d={map.streets} strokeWidth={2 * thin} className="stroke-surface-raised" />
            <path d={map.rail} strokeWidth={2.5 * thin} className="stroke-ink-muted" />
            <path
              d={map.rail}
              strokeWidth={1.2 * thin}
              strokeDasharray="6 6"
              className="stroke-surface-raised"
            />
            <path d={map.boulevards} strokeWidth={7 * thin} className="stroke-accent/45" />
            <path d={map.boulevards} strokeWidth={5 * thin} className="stroke-surface-raised" />
            {(Object.keys(LABELS) as LabelKind[]).flatMap((kind) =>
              LABELS[kind].map(([text, x, y, level, { icon, side, turn = 0 } = {}]) => (
                <g
                  key={text}
                  transform={`translate(${x} ${y}) scale(${1 / factor}) rotate(${turn})`}
                  className={`map-level-${level}`}
                >
                  {icon && (
                    <path d={map.icons[icon]} className="map-icon fill-surface-raised stroke-ink" />
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
            <g transform={`translate(${map.office.x} ${map.office.y}) scale(${1 / factor})`}>
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
            href={map.url}
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
