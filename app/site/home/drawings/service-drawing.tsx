import { Drawing, drawPaths, Label, STAR } from './drawing.tsx';

const TRIP =
  'M24 158c14-4 22 2 36-1 20-5 26-1 44-3 18-3 24 3 40 0 16-4 20-14 32-14 8 0 12-10 20-10s12 10 22 14 18 20 30 25 20 9 46 11';
const HILL =
  'M165 0c4 17-20 41-36 55c-16 15-40 25-62 31c-21 6-45 6-67 5c-22-1-43-4-62-11c-20-7-43-17-54-31c-10-13-7-31-11-49c-3-18-19-43-11-59c9-16 39-33 62-38c23-6 54 0 76 4c22 5 36 16 54 24c17 8 32 13 50 25c19 11 56 27 61 44z';
const TILE = 'M160 0 248 36 160 72 72 36z';

const shipment = (
  <>
    {drawPaths(
      `draw-fade fill-accent-2/15 | ${TRIP}V188H24z`,
      'hair stroke-ink-muted | M24 188H294M60 184v8M104 184v8M144 184v8M198 184v8M250 184v8',
    )}
    <path d={TRIP} strokeDasharray="1.5 4" className="stroke-accent" />
    {drawPaths(
      'draw-line draw-line-3 stroke-accent | M24 158c14-4 22 2 36-1 20-5 26-1 44-3 18-3 24 3 40 0',
      'hair stroke-ink-muted | M144 132V154M40 22V44M258 22V70M40 27H258M36 31l8-8M254 31l8-8',
      'stroke-ink | M16 122H304',
      'draw-line fill-surface-raised stroke-ink | M40 44H192V100H40zM192 100H40v7H204M204 107V58q0-5 5-5h18q4 0 6 4l11 23 10 3q4 1 4 5v19h-4',
      'hair stroke-ink-muted | M50 50V94M59 50V94M68 50V94M77 50V94M155 50V94M164 50V94M173 50V94M182 50V94M216 80h26M224 107H200',
      'draw-fade hair fill-accent-2/20 stroke-ink | M214 60h13l9 20H214z',
    )}
    <path
      d={STAR}
      transform="translate(116 72) scale(1.7)"
      className="draw-fade hair fill-accent-2/20 stroke-accent-2"
    />
    <g className="fill-surface-raised stroke-ink">
      {[58, 82, 106, 190, 240].map((x) => (
        <g key={x}>
          <circle cx={x} cy="111" r="11" />
          <circle cx={x} cy="111" r="4" className="hair" />
        </g>
      ))}
      <circle cx="24" cy="158" r="3.5" className="fill-accent stroke-accent" />
      <circle cx="296" cy="180" r="3.5" className="stroke-accent" />
      <circle cx="144" cy="154" r="5" className="draw-fade fill-alert stroke-surface-raised" />
    </g>
    <Label x="149" y="19" textAnchor="middle" text="16.5 m" />
    <Label x="24" y="146" className="fill-ink font-semibold" text="Ankara" />
    <Label x="300" y="166" textAnchor="end" className="fill-ink font-semibold" text="Mersin" />
  </>
);

const invoice = (
  <>
    {drawPaths(
      'hair stroke-ink-muted | M30 18V8H184V178h-8',
      'draw-line fill-surface-raised stroke-ink | M20 18H158l18 18V192H20z',
      'hair stroke-ink | M158 18v18h18',
      'draw-fade fill-accent-2/20 | M20 108H176v24H20z',
      'hair stroke-ink-muted | M34 52h46M34 58h30M34 64h38M124 58h38M138 64h24M34 92h58M34 100h34',
      'hair stroke-ink-muted/60 | M34 78H162M34 84H162M34 108H162M34 132H162M112 162H162M112 165H162',
      'hair stroke-line | M112 84V108M112 132V162',
      'hair stroke-ink-muted | M132 96h30M126 151h36',
      'stroke-ink | M132 178h30',
    )}
    <g transform="translate(60 164)" className="stroke-accent-2">
      <path d={STAR} transform="scale(1.5)" className="draw-fade hair fill-surface-raised" />
      <circle r="19" pathLength={1} className="draw-line draw-line-2" />
      <circle r="22" className="hair" />
    </g>
    {drawPaths(
      'draw-line draw-line-2 fill-surface-raised stroke-ink | M218 58h80v82l-8 6-8-6-8 6-8-6-8 6-8-6-8 6-8-6-8 6-8-6z',
      'hair stroke-ink-muted | M228 80h60M228 92h24M228 98h36',
      'draw-line draw-line-3 stroke-accent | M176 120H218',
      'stroke-accent | m276 94 4 4 8-9',
    )}
    <circle cx="197" cy="120" r="5" className="draw-fade fill-alert stroke-surface-raised" />
    <Label x="34" y="40" className="fill-ink font-semibold" text="Invoice" />
    <Label x="34" y="124" className="fill-accent font-semibold" text="Freight" />
    <Label x="162" y="124" textAnchor="end" className="fill-accent font-semibold" text="1,840" />
    <Label x="228" y="74" className="fill-ink font-semibold" text="Bank" />
    <Label x="288" y="124" textAnchor="end" className="fill-accent font-semibold" text="1,840" />
  </>
);

const dashboard = (
  <>
    <rect
      x="10"
      y="12"
      width="300"
      height="176"
      rx="6"
      pathLength={1}
      className="draw-line fill-surface-raised stroke-ink"
    />
    <path d="M46 12V188M46 68H310M134 12V68M222 12V68M246 68V188" className="hair stroke-ink" />
    <path d={STAR} transform="translate(28 30) scale(.8)" className="fill-accent-2/25 stroke-ink" />
    {drawPaths(
      'hair stroke-ink-muted | M22 56h12M22 76h12M22 96h12M22 116h12M234 30h28M58 30h30M146 30h36',
      'hair stroke-line | M60 96H234M60 120H234M60 144H234',
      'hair stroke-ink | M60 168H234M60 168v4M89 168v4M118 168v4M147 168v4M176 168v4M205 168v4M234 168v4',
      'draw-fade fill-accent-2/15 | M60 150 89 132 118 138 147 112 176 118 205 90V168H60z',
    )}
    <path
      d="M60 158 89 152 118 148 147 142 176 134 205 130 234 122"
      strokeDasharray="2 4"
      className="hair stroke-ink-muted"
    />
    {drawPaths(
      'draw-line draw-line-2 stroke-accent | M60 150 89 132 118 138 147 112 176 118 205 90',
      'hair stroke-accent | M205 84V168',
    )}
    <circle cx="205" cy="90" r="5" className="draw-fade fill-alert stroke-surface-raised" />
    <path
      d="M278 84a22 22 0 1 1-21 15"
      strokeWidth="7"
      strokeLinecap="butt"
      pathLength={1}
      className="draw-line draw-line-2 stroke-accent"
    />
    <path
      d="M256.5 100A22 22 0 0 1 277 84"
      strokeWidth="7"
      strokeLinecap="butt"
      className="draw-fade stroke-accent-2/50"
    />
    <path d="M258 150h40M258 162h40M258 174h40" className="hair stroke-line" />
    <path d="M258 150h32M258 162h22M258 174h27" strokeWidth="3" className="stroke-accent-2" />
    <Label x="58" y="54" className="fill-ink font-semibold" text="38 trips" />
    <Label x="146" y="54" className="fill-ink font-semibold" text="96 %" />
    <Label x="234" y="54" className="fill-ink font-semibold" text="2.1 days" />
  </>
);

const floorPlan = (
  <>
    {drawPaths(
      'draw-fade fill-accent-2/15 | M56 40H172V170H56z',
      'hair stroke-ink-muted | M56 22V32M172 22V32M290 22V32M56 27H290M52 31l8-8M168 31l8-8M286 31l8-8M36 40h10M36 170h10M41 40V170M37 44l8-8M37 174l8-8',
    )}
    <g strokeWidth="5" strokeLinecap="square" strokeLinejoin="miter" className="stroke-ink">
      {drawPaths(
        'draw-line | M76 40H56V60M56 120V170H106M136 170H200M250 170H290V150M290 108V40H270M220 40H200M150 40H126M172 40V66M172 96V128M172 158V170M172 108H290M242 108V122M242 152V170',
      )}
    </g>
    {drawPaths(
      'hair stroke-ink | M76 38H126M76 42H126M150 38H200M150 42H200M220 38H270M220 42H270M54 60V120M58 60V120M288 108V150M292 108V150M200 168H250M200 172H250',
      'hair stroke-accent | M106 170V140A30 30 0 0 1 136 170M172 96H202A30 30 0 0 0 172 66M172 128H202A30 30 0 0 1 172 158M242 122H272A30 30 0 0 1 242 152',
    )}
    <g className="hair stroke-ink-muted">
      <path d="M64 68h20v50H64zM64 76h13v34H64M96 78h30v30H96zM228 50h42v46h-42zM228 64h42M232 52h15v9h-15zM251 52h15v9h-15zM254 158h34M271 158v10M210 114h26v50h-26zM214 118h18v42h-18zM150 48h16v44h-16M152 54h12v10h-12z" />
      <circle cx="158" cy="76" r="3" />
      <circle cx="158" cy="86" r="3" />
    </g>
    <path d="M112 192h18l-9-12z" className="draw-fade fill-alert" />
    <Label x="114" y="19" textAnchor="middle" text="6.20" />
    <Label x="231" y="19" textAnchor="middle" text="6.30" />
    <Label transform="rotate(-90 33 105)" x="33" y="105" textAnchor="middle" text="7.00" />
    <Label x="68" y="138" className="fill-ink font-semibold" text="Living" />
    <Label x="68" y="153" text="43 m²" />
  </>
);

const map = (
  <>
    {drawPaths(
      'hair stroke-ink | M10 10H310V190H10zM60 6v4M110 6v4M160 6v4M210 6v4M260 6v4M6 55h4M6 100h4M6 145h4',
    )}
    <svg x="10" y="10" width="300" height="180" viewBox="10 10 300 180">
      {[1.02, 0.86, 0.71, 0.53, 0.36, 0.2].map((size, level) => (
        <path
          key={size}
          d={HILL}
          vectorEffect="non-scaling-stroke"
          transform={`translate(${72 + level * 3} ${86 - level * 3}) rotate(${level * 9 - 12}) scale(${size})`}
          className={`fill-accent-2/8 stroke-accent-2 ${level % 3 ? 'hair' : ''}`}
        />
      ))}
      <path d="M178 190c-8-40 20-52 34-82s10-60 4-98" strokeWidth="9" className="stroke-surface" />
      {drawPaths(
        'draw-line stroke-ink | M173 190c-8-40 20-52 34-82s10-60 4-98M183 190c-8-40 20-52 34-82s10-60 4-98',
        'hair stroke-ink-muted | M219 62l91 14M214 106l96 16M190 148l120 20M254 10l-8 56-14 44-12 44-12 36M288 10l-8 62-12 46-10 44-8 28',
      )}
    </svg>
    {drawPaths(
      'draw-line draw-line-2 fill-accent/10 stroke-accent | M246 66l34 5-12 44-36-6z',
      'draw-fade fill-alert stroke-surface-raised | M256 92c-4-9-12-12-12-21a12 12 0 0 1 24 0c0 9-8 12-12 21z',
    )}
    <circle cx="256" cy="71" r="4" className="fill-surface-raised" />
    <path d="M26 182V160l-5 12 5-3 5 3-5-12" className="stroke-ink" />
    <g className="drawing-halo stroke-surface">
      <Label
        x="244"
        y="138"
        textAnchor="middle"
        className="fill-accent font-semibold"
        text="112/7"
      />
    </g>
    <Label x="90" y="76" textAnchor="middle" className="fill-ink" text="1,148 m" />
  </>
);

const LAYERS = [
  [
    112,
    'Data',
    'M8 12H44V62H8zM8 24H44M8 36H44M8 48H44M20 24V62M58 40H92V90H58zM58 52H92M58 64H92M58 76H92',
    'M44 30H75V40',
  ],
  [
    58,
    'Rules',
    'M8 40H28V60H8zM50 34 66 50 50 66 34 50zM74 12H94V32H74zM74 68H94V88H74z',
    'M28 50H34M50 34V22H74M50 66V78H74',
  ],
  [
    4,
    'Screen',
    'M7 7H93V93H7zM7 21H93M27 21V93M34 30H58V46H34zM65 30H86V46H65zM12 32H22M12 42H22M12 52H22M34 86H86',
    'M34 80 48 64 60 70 86 52',
  ],
] as const;

const blueprint = (
  <>
    <path d="M72 40V148M248 40V148" strokeDasharray="2 4" className="hair stroke-ink-muted" />
    {LAYERS.map(([y, label, lines, flow], layer) => (
      <g key={label}>
        <path
          d={TILE}
          transform={`translate(0 ${y})`}
          pathLength={1}
          className={`draw-line draw-line-${layer + 1} fill-surface-raised stroke-ink`}
        />
        <g transform={`matrix(.88 .36 -.88 .36 160 ${y})`} className="draw-fade">
          <path d={lines} className="hair fill-accent-2/15 stroke-ink-muted" />
          <path d={flow} className="stroke-accent" />
        </g>
        <Label x="6" y={y + 40} className="fill-ink font-semibold" text={label} />
      </g>
    ))}
    {drawPaths(
      'hair stroke-ink-muted | M52 40H68M52 94H68M52 148H68M252 40H282M252 94H282M252 148H282M276 36V152M272 44l8-8M272 98l8-8M272 152l8-8',
      'stroke-accent | M160 76V94M160 130V148',
    )}
    <circle cx="160" cy="148" r="3.5" className="fill-surface-raised stroke-accent" />
    <circle cx="160" cy="94" r="5" className="draw-fade fill-alert stroke-surface-raised" />
    <Label x="284" y="71" text="API" />
    <Label x="284" y="125" text="SQL" />
  </>
);

const DRAWINGS = {
  shipment,
  invoice,
  dashboard,
  'floor-plan': floorPlan,
  map,
  blueprint,
};

export function ServiceDrawing({ name }: { name: keyof typeof DRAWINGS }) {
  return <Drawing viewBox="0 0 320 200">{DRAWINGS[name]}</Drawing>;
}
