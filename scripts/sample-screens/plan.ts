type Room = { name: string; size: string; x: number; y: number; width: number; height: number };

const ROOMS: Room[] = [
  { name: 'Living', size: '31 m²', x: 0, y: 0, width: 620, height: 500 },
  { name: 'Kitchen', size: '13 m²', x: 620, y: 0, width: 380, height: 340 },
  { name: 'Balcony', size: '8 m²', x: 1000, y: 0, width: 240, height: 340 },
  { name: 'Bedroom', size: '16 m²', x: 0, y: 500, width: 410, height: 380 },
  { name: 'Bath', size: '6 m²', x: 410, y: 620, width: 230, height: 260 },
  { name: 'Bedroom', size: '13 m²', x: 640, y: 500, width: 340, height: 380 },
  { name: 'Bedroom', size: '12 m²', x: 980, y: 340, width: 260, height: 540 },
];

const FURNITURE =
  'M40 60h90v250h-90zM40 60h30v250h-30zM200 130h150v90h-150zM290 330h150v110h-150zM270 350h-14v70h14M460 350h14v70h-14M330 316v-14h70v14M330 454v14h70v-14M640 20h340v56h-340zM700 34h44v28h-44M820 48m-14 0a14 14 0 1 0 28 0a14 14 0 1 0-28 0M870 48m-14 0a14 14 0 1 0 28 0a14 14 0 1 0-28 0M740 190h130v90h-130zM40 600h190v230h-190zM60 620h70v50h-70M140 620h70v50h-70M40 700h190M430 780h180v80h-180zM520 660m-30 0a30 24 0 1 0 60 0a30 24 0 1 0-60 0M790 640h160v200h-160zM810 660h120v44h-120M790 730h160M1060 640h160v200h-160zM1080 660h120v44h-120M1060 730h160M1030 60h60v60h-60zM1130 60h60v60h-60z';
const DOORS =
  'M500 500v-90a90 90 0 0 1 90 90M760 340v90a90 90 0 0 0 90-90M320 500v90a90 90 0 0 0 90-90M560 620v80a80 80 0 0 0 80-80M700 500v80a80 80 0 0 0 80-80M980 440h80a80 80 0 0 1-80 80';
const OPENINGS = 'M500 500h90M760 340h90M320 500h90M560 620h80M700 500h80M980 440v80M1000 120v120';
const WINDOWS = 'M120 0h300M720 0h180M0 600v180M1240 560v180M740 880h150M480 880h90M1040 340h0';

/** Rooms as `x y width height`, the first one the living room, wet ones after the bar. */
const SMALL_PLANS = {
  three: '0 0 62 50,0 50 41 38,64 50 34 38,98 34 26 54|62 0 38 34,41 62 23 26',
  two: '8 4 66 42,8 46 40 38,48 58 26 26|74 4 40 30,74 34 40 50',
  four: '0 0 52 46,0 46 36 42,36 46 36 42,72 46 52 42,84 0 40 46|52 0 32 28,52 28 32 18',
  corner: '44 4 76 40,4 4 40 34,4 38 40 46,44 44 30 40|74 44 22 40,96 44 24 40',
  long: '0 18 54 52,54 18 30 52|84 18 40 26,84 44 40 26',
  wide: '36 0 60 48,0 0 36 48,0 48 44 40,96 48 28 40|96 0 28 48,44 48 26 40,70 48 26 40',
  house: '30 0 60 40,0 40 30 48,90 40 34 48,30 40 34 48|64 40 26 24,64 64 26 24',
} as const;

export type SmallPlan = keyof typeof SMALL_PLANS;

/** A plan as small as in a list. */
export function renderSmallPlan(name: SmallPlan): string {
  const rooms = SMALL_PLANS[name].split('|').flatMap((part, index) =>
    part.split(',').map((room, place) => {
      const [x, y, width, height] = room.split(' ');
      const use = index > 0 ? 'bath' : place === 0 ? 'living' : 'bedroom';
      return `<rect class="room is-${use}" x="${x}" y="${y}" width="${width}" height="${height}"/>`;
    }),
  );
  return `<svg class="plan thumb" viewBox="-6 -6 136 100">${rooms.join('')}</svg>`;
}

/** The plan of a flat with three bedrooms. */
export function renderPlan(className: string): string {
  const rooms = ROOMS.map(
    ({ name, x, y, width, height }) =>
      `<rect class="room is-${name.toLowerCase()}" x="${x}" y="${y}" width="${width}" height="${height}"/>`,
  );
  const names = ROOMS.map(({ name, size, x, y, width, height }) => {
    const isBedroom = name === 'Bedroom';
    const left = x + width / 2 + (isBedroom && x === 640 ? 40 : 0);
    const top = isBedroom ? y + 64 : y + height / 2 + (name === 'Bath' ? -8 : 8);
    return `<text x="${left}" y="${top}">${name}<tspan x="${left}" dy="34">${size}</tspan></text>`;
  });
  return `<svg class="plan ${className}" viewBox="-24 -24 1288 928"><rect class="room" width="1240" height="880"/>${rooms.join('')}
    <path class="furniture" d="${FURNITURE}"/><path class="wall" d="M0 0h1240v880H0zM620 0v340h380M1000 0v340h240M0 500h590M640 500h340V340M410 500v380M410 620h230M640 500v380M980 500v380M620 340v160"/>
    <path class="opening" d="${OPENINGS}"/><path class="door" d="${DOORS}"/><path class="window" d="${WINDOWS}"/>${names.join('')}</svg>`;
}
