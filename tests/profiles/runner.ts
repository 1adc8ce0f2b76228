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
  /** What the site answers, if it is let through. */
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

type Course = {
  refusals: number;
  highestScore: number;
  mediumAt: number;
  highAt: number;
  blockedAt: number;
};

export type Outcome = { requests: number; courses: Map<string, Course> };

export const TRUSTED_PROXY = '10.0.0.5';

const START = Date.UTC(2026, 2, 2, 7);

/** Sends the requests of a profile through the guard on a clock of its own, and tells what became of each source. */
export function runProfile({ requests }: Profile): Outcome {
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
  const waiting: { at: number; answer: () => void }[] = [];
  let count = 0;

  function courseOf(id: string): Course {
    let course = courses.get(id);
    if (!course) {
      course = {
        refusals: 0,
        highestScore: 0,
        mediumAt: Infinity,
        highAt: Infinity,
        blockedAt: Infinity,
      };
      courses.set(id, course);
    }
    return course;
  }

  function answerUntil(at: number): void {
    while (waiting[0] && waiting[0].at <= at) {
      const { at: due, answer } = waiting.shift() ?? { at, answer: () => undefined };
      seconds = Math.max(seconds, due);
      answer();
    }
    seconds = at;
  }

  for (const request of requests()) {
    answerUntil(request.at);
    count += 1;
    const { path, method = 'GET', status = 200, takes = 0, is } = request;
    const source = sources.read(request.from, request.forwardedFor);
    const course = courseOf(source.aggregationKey);
    const look = () => {
      const score = guard.scoreOf(source);
      course.highestScore = Math.max(course.highestScore, score);
      if (score >= MEDIUM_THREAT_SCORE) course.mediumAt = Math.min(course.mediumAt, seconds);
      if (score >= HIGH_THREAT_SCORE) course.highAt = Math.min(course.highAt, seconds);
    };
    const verdict = guard.admit(source, routeClassOf(method, path));
    if (verdict.action !== 'admit') {
      course.refusals += 1;
      if (verdict.action === 'block') continue;
      guard.observe(source, { method, path, status: 429, isRefused: true });
      look();
      continue;
    }
    const answer = () => {
      if (is === 'malformed') {
        guard.observe(source, { method, path, status: 400, isRefused: true });
        guard.note(source, 'malformed');
      } else guard.observe(source, { method, path, status, isAdmin: is === 'admin' });
      if (is === 'suspect') guard.note(source, 'form_spam');
      look();
    };
    if (takes === 0) answer();
    else {
      const at = request.at + takes;
      const index = waiting.findLastIndex((other) => other.at <= at);
      waiting.splice(index + 1, 0, { at, answer });
    }
  }
  answerUntil(Infinity);
  return { requests: count, courses };
}
