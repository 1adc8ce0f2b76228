const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** '1.2 GB' */
export function describeBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${unit === 0 || value >= 99.5 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

export function describeTime(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000));
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 100) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

type Progress = { done: number; total: number };

/** '1.2 GB of 10.0 GB, 34 MB/s, 4 min left' */
export function describeProgress({ done, total }: Progress, elapsedMs: number): string {
  const sizes = `${describeBytes(done)} of ${describeBytes(total)}`;
  if (done === 0 || elapsedMs < 1_000) return sizes;
  const left = (elapsedMs * Math.max(0, total - done)) / done;
  return `${sizes}, ${describeBytes((done / elapsedMs) * 1_000)}/s, ${describeTime(left)} left`;
}

const TERMINAL_MS = 200;
const LINE_MS = 5_000;

export function createProgressLine(
  stream: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>,
  what: string,
) {
  const started = performance.now();
  let shown = stream.isTTY ? Number.NEGATIVE_INFINITY : started;
  let width = 0;
  return {
    show: (progress: Progress): void => {
      const now = performance.now();
      if (now - shown < (stream.isTTY ? TERMINAL_MS : LINE_MS)) return;
      shown = now;
      const line = `${what}: ${describeProgress(progress, now - started)}`;
      stream.write(stream.isTTY ? `\r${line.padEnd(width)}` : `${line}\n`);
      width = line.length;
    },
    end: (): string => {
      if (stream.isTTY && width > 0) stream.write(`\r${' '.repeat(width)}\r`);
      return describeTime(performance.now() - started);
    },
  };
}
