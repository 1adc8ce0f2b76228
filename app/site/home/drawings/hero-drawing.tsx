import { Drawing, drawPaths, Label, STAR } from './drawing.tsx';

const COAST =
  'M4 337c4 0 17 0 25 1c8 2 17 6 25 10c9 4 18 9 25 14c8 6 10 14 19 21c9 7 25 18 34 20c9 2 12-5 20-7c8-2 20-1 28-4c9-3 16-8 22-12c6-4 10-9 16-14c6-6 16-16 22-20c6-4 9-5 13-4c3 0 4 2 10 5c6 3 18 12 24 14c6 2 8 1 13-2c5-2 11-9 16-13c5-5 9-11 14-12c5-1 12 1 14 5c2 4-1 13-4 20c-3 7-12 12-15 23c-3 10-3 26-4 40c-1 13-2 33-2 40';
const SHIPMENTS = [22, 34, 48, 40, 58, 72, 64, 86, 60, 44, 26];
const NOW = 7;
const INVOICE_ROWS = [
  ['Customs', '310'],
  ['Freight', '1,840'],
  ['Insurance', '96'],
  ['Total', '2,246'],
] as const;

function rowVariant(row: number): string {
  return row % 2 ? 'fill-ink font-semibold' : '';
}

export function HeroDrawing({ title }: { title?: string }) {
  return (
    <Drawing title={title} viewBox="9 9 602 482" className="drawing-large">
      <rect x="10" y="10" width="600" height="440" rx="8" className="fill-surface-raised" />
      <svg x="10" y="52" width="350" height="398" viewBox="10 52 350 398">
        {drawPaths(
          'fill-surface | M10 52H360V450H10z',
          'hair stroke-line | M10 86H360M10 166H360M10 246H360M10 326H360M10 406H360M79 52V450M142 52V450M205 52V450M268 52V450M331 52V450',
          `draw-fade fill-accent-2/15 | ${COAST}H4z`,
        )}
        {[9, 19, 31].map((y) => (
          <path
            key={y}
            d={COAST}
            transform={`translate(${-y / 4} ${y})`}
            className="hair stroke-accent-2/50"
          />
        ))}
        <path d={COAST} pathLength={1} className="draw-line stroke-accent-2" />
        {drawPaths(
          'hair fill-accent-2/15 stroke-accent-2 | M164 164c4-1 8 2 10 6c2 3 2 10 1 16c0 6-2 17-4 20c-3 2-7-1-10-4c-2-4-4-12-5-16c-1-5-2-9-1-12c1-4 6-9 9-10z',
          'hair stroke-ink-muted/60 | M133 91c7 1 27-4 41 7c13 10 20 41 41 56c21 15 59 27 84 33c25 6 53 2 64 3M130 118c-2 9-10 33-13 56c-3 23-5 59-7 82c-2 23 0 36-5 54c-6 17-21 44-26 52M110 256c8-2 29-4 45-10c16-7 36-22 52-30c16-8 28-15 43-20c15-5 41-7 49-9M133 91c-6 0-19-4-41-1c-22 2-74 12-88 14M262 331c4-1 10-4 26-5c17-2 62-4 75-4M110 256c8 9 31 35 46 55c15 20 37 55 45 66',
        )}
        <path
          d="M207 216c4 4 14 17 20 26c6 9 11 19 16 28c6 8 14 13 17 21c3 8-1 20-1 27c0 6 5 9 3 13c-2 4-13 8-15 10"
          strokeDasharray="2 6"
          className="stroke-accent"
        />
        <path
          d="M133 91c0 5-7 18-3 27c3 9 17 19 25 28c8 8 16 16 23 24c6 8 13 16 18 24c5 7 9 18 11 22"
          strokeWidth="4"
          pathLength={1}
          className="draw-line stroke-accent"
        />
        <g className="drawing-fine hair stroke-ink-muted fill-surface-raised">
          <path d="M34 91H119M34 341H236M40 91V341M36 95l8-8M36 345l8-8M30 434h56M30 430v8M58 430v8M86 430v8" />
          <path d="M330 84V116M330 84l-6 14 6-4 6 4z" />
          {[
            [110, 256],
            [299, 187],
            [288, 326],
          ].map(([x, y]) => (
            <circle key={x} cx={x} cy={y} r="3" />
          ))}
          <g stroke="none" className="text-ink-muted">
            <Label
              transform="rotate(-90 34 216)"
              x="34"
              y="216"
              textAnchor="middle"
              text="485 km"
            />
            <Label x="102" y="252" textAnchor="end" text="Konya" />
            <Label x="299" y="178" textAnchor="middle" text="Kayseri" />
            <Label x="296" y="320" text="Adana" />
            <Label x="94" y="438" text="100 km" />
          </g>
        </g>
      </svg>
      <g className="stroke-ink">
        <path d={STAR} transform="translate(34 31)" className="fill-accent-2/25" />
        <path d="M10 52H610M360 52V450" className="hair" />
        <rect x="10" y="10" width="600" height="440" rx="8" pathLength={1} className="draw-line" />
      </g>
      <Label x="54" y="37" className="fill-ink font-semibold" text="Order 2041" />
      <Label
        x="594"
        y="37"
        textAnchor="end"
        className="fill-accent font-semibold"
        text="On its way"
      />

      <text x="378" y="83">
        Shipments<tspan className="drawing-fine"> today</tspan>
      </text>
      <Label x="592" y="83" textAnchor="end" className="fill-ink font-semibold" text="38" />
      <path d="M378 121H592M378 152H592" className="hair stroke-line" />
      {SHIPMENTS.map((height, hour) => (
        <path
          key={hour}
          d={`M${379 + hour * 20} 184v-${height}h12v${height}`}
          strokeDasharray={hour > NOW ? '2 3' : undefined}
          className={
            hour === NOW
              ? 'draw-fade fill-accent stroke-accent'
              : hour < NOW
                ? 'draw-fade hair fill-accent-2/25 stroke-accent-2'
                : 'hair stroke-ink-muted/60'
          }
        />
      ))}
      <path d="M374 184H596" className="stroke-ink" />
      <Label x="378" y="204" text="8:00" />
      <Label x="592" y="204" textAnchor="end" text="18:00" />

      {drawPaths(
        'draw-line draw-line-2 fill-surface-raised stroke-ink | M402 248H576l20 20V490H402z',
        'hair stroke-ink | M576 248v20h20',
        'draw-fade fill-accent-2/20 | M402 348h194v30H402z',
        'drawing-fine hair stroke-ink-muted | M418 302h70M418 311h48',
        'hair stroke-line | M418 318H580M418 348H580M418 378H580',
        'hair stroke-ink | M418 408H580',
      )}
      <Label x="418" y="282" className="fill-ink font-semibold" text="Invoice" />
      {INVOICE_ROWS.map(([item, amount], row) => (
        <g key={item}>
          <Label x="418" y={340 + row * 30} className={rowVariant(row)} text={item} />
          <Label
            x="580"
            y={340 + row * 30}
            textAnchor="end"
            className={rowVariant(row)}
            text={amount}
          />
        </g>
      ))}
      <path
        d={STAR}
        transform="translate(566 460) scale(1.4)"
        className="draw-fade hair fill-accent-2/15 stroke-accent-2"
      />
      {drawPaths(
        'hair stroke-ink | M418 456v18m5-18v18m3-18v18m7-18v18m4-18v18m8-18v18m3-18v18m6-18v18m9-18v18m3-18v18m5-18v18m7-18v18',
      )}

      {drawPaths(
        'draw-line draw-line-3 stroke-accent | M207 216H518q6 0 6-6V186M376 216q6 0 6 6V357q0 6 6 6H402',
      )}
      <g className="fill-surface-raised stroke-accent">
        <circle cx="524" cy="184" r="4" />
        <circle cx="402" cy="363" r="4" />
        <circle cx="247" cy="341" r="5" />
        <path d={STAR} transform="translate(133 91) scale(.8)" className="fill-accent" />
      </g>
      {drawPaths(
        'draw-fade fill-alert stroke-surface-raised | M207 216c-4-10-14-14-14-25a14 14 0 0 1 28 0c0 11-10 15-14 25z',
      )}
      <circle cx="207" cy="191" r="4.5" className="fill-surface-raised" />
      <g className="drawing-halo stroke-surface">
        <Label x="148" y="84" className="fill-ink font-semibold" text="Ankara" />
        <Label x="232" y="331" textAnchor="end" className="fill-ink font-semibold" text="Mersin" />
        <Label x="229" y="206" className="fill-ink" text="260 km left" />
      </g>
    </Drawing>
  );
}
