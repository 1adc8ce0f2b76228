import { routeClassOf } from '#server/http/guard/traffic-gate.ts';
import { createGuard } from '#server/traffic/guard.ts';
import { createSourceReader } from '#server/traffic/source.ts';
import { HIGH_THREAT_SCORE, MEDIUM_THREAT_SCORE } from '#shared/security-events/values.ts';

export type ProfileRequest = {
  /** Seconds since the beginning. */
  at: number;
  from: string;
  forwardedFor?: string;
  path: string;
  method?: 'GET' | 'HEAD' | 'POST';
  /** What the site sends, if it is let through. */
  status?: number;
  /** Seconds until it does. */
  takes?: number;
  is?: 'malformed' | 'suspect' | 'admin';
};

export type Profile = {
  name: string;
  /** What it looks like in the world. */
  imitates: string;
  /** In the order of their times. */
  requests: () => Iterable<ProfileRequest>;
};

export type HostileProfile = Profile & {
  /** Seconds by which every one of its addresses has reached a score of 40 and of 70 and is blocked. */
  within: { medium: number; high: number; block: number };
  /** An honest visitor's address among them. */
  bystander?: string;
};

export type Course = {
  denials: number;
  highestScore: number;
  mediumAt: number;
  highAt: number;
  blockedAt: number;
};

export const TRUSTED_PROXY = '10.0.0.5';

const START = Date.UTC(2026, 2, 2, 7);

/** Sends the requests of a profile through the guard on its own clock, and returns what became of each source. */
export function runProfile({ requests }: Profile) {
  let seconds = 0;
  const guard = createGuard({
    mode: 'on',
    onEvent: () => undefined,
    onBlock: ({ source }) => (courseOf(source.aggregationKey).blockedAt = seconds),
    monotonicNow: () => seconds * 1_000,
    now: () => new Date(START + seconds * 1_000),
    maxBytes: 4_000_000,
  });
  const sources = createSourceReader([TRUSTED_PROXY]);
  const courses = new Map<string, Course>();
  const pending: { at: number; response: () => void }[] = [];
  let count = 0;

  function courseOf(id: string): Course {
    const times = { mediumAt: Infinity, highAt: Infinity, blockedAt: Infinity };
    const course = courses.get(id) ?? { denials: 0, highestScore: 0, ...times };
    courses.set(id, course);
    return course;
  }

  function responseUntil(at: number): void {
    while (pending[0] && pending[0].at <= at) {
      const { at: due, response } = pending.shift() ?? { at, response: () => undefined };
      seconds = Math.max(seconds, due);
      response();
    }
    seconds = at;
  }

  for (const request of requests()) {
    responseUntil(request.at);
    count += 1;
    const { path, method = 'GET', status = 200, takes = 0, is } = request;
    const source = sources.read(request.from, request.forwardedFor);
    const course = courseOf(source.aggregationKey);
    const poll = () => {
      const score = guard.scoreOf(source);
      course.highestScore = Math.max(course.highestScore, score);
      if (score >= MEDIUM_THREAT_SCORE) course.mediumAt = Math.min(course.mediumAt, seconds);
      if (score >= HIGH_THREAT_SCORE) course.highAt = Math.min(course.highAt, seconds);
    };
    const verdict = guard.admit(source, routeClassOf(method, path));
    if (verdict.action !== 'admit') {
      course.denials += 1;
      if (verdict.action === 'block') continue;
      guard.observe(source, { method, path, status: 429, isDenied: true });
      poll();
      continue;
    }
    const response = () => {
      if (is === 'malformed') {
        guard.observe(source, { method, path, status: 400, isDenied: true });
        guard.record(source, 'malformed');
      } else guard.observe(source, { method, path, status, isAdmin: is === 'admin' });
      if (is === 'suspect') guard.record(source, 'form_spam');
      poll();
    };
    if (takes === 0) response();
    else {
      const at = request.at + takes;
      const index = pending.findLastIndex((other) => other.at <= at);
      pending.splice(index + 1, 0, { at, response });
    }
  }
  responseUntil(Infinity);
  return { requests: count, courses };
}
