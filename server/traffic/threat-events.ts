import type { Reason } from './score.ts';

export type SampleRequest = { at: string; method: string; path: string; status: number };

export type ThreatEvent = {
  type: 'elevated_threat' | 'high_threat' | 'ddos_block' | 'simulated_block';
  address: string;
  score: number;
  reasons: Reason[];
  samples: SampleRequest[];
  at: Date;
};

const SAMPLES = 5;
const RECENT = 2_048;

export function createRecentRequests() {
  const entries = Array.from({ length: RECENT }, () => ({
    id: '',
    method: '',
    path: '',
    status: 0,
    at: 0,
  }));
  let next = 0;
  return {
    add(id: string, method: string, path: string, status: number, at: number): void {
      const entry = entries[next];
      next = (next + 1) % RECENT;
      if (!entry) return;
      entry.id = id;
      entry.method = method;
      entry.path = path;
      entry.status = status;
      entry.at = at;
    },
    of(id: string): SampleRequest[] {
      const found: SampleRequest[] = [];
      for (let back = 1; back <= RECENT && found.length < SAMPLES; back += 1) {
        const entry = entries[(next - back + RECENT) % RECENT];
        if (entry?.id !== id) continue;
        const { method, path, status, at } = entry;
        found.push({ at: new Date(at).toISOString(), method, path: path.slice(0, 200), status });
      }
      return found;
    },
  };
}
