import { describe, expect, it } from 'vitest';
import { findAddressProblem, needsLookup, readServers } from './database-address.ts';

describe('readServers', () => {
  it('leaves an address of one server as it is', () => {
    for (const url of [
      'postgres://user:p%40ss@db.example.com:5433/vitrin?sslmode=verify-full',
      'postgres:///vitrin?host=/var/run/postgresql',
      'postgres://user@%2Fvar%2Frun/vitrin',
    ]) {
      expect(readServers(url)).toEqual([url]);
      expect(needsLookup(url)).toBe(false);
      expect(findAddressProblem(url)).toBeNull();
    }
  });

  it('gives each server user, database and parameters', () => {
    const url =
      'postgresql://user:a,b@one.example.com:5432,two.example.com,[fd00::3]:5434/vitrin?target_session_attrs=read-write';
    const after = '/vitrin?target_session_attrs=read-write';
    expect(readServers(url)).toEqual([
      `postgresql://user:a,b@one.example.com:5432${after}`,
      `postgresql://user:a,b@two.example.com${after}`,
      `postgresql://user:a,b@[fd00::3]:5434${after}`,
    ]);
    expect(needsLookup(url)).toBe(true);
    expect(findAddressProblem(url)).toBeNull();
  });
});

it('looks up one server that may be a standby', () => {
  expect(needsLookup('postgres://vip.example.com/vitrin?target_session_attrs=primary')).toBe(true);
});

it.each([
  ['mysql://one,two/vitrin', 'must be a URL starting with postgres:// or postgresql://'],
  ['one,two', 'must be a URL starting with postgres:// or postgresql://'],
  ['postgres://one:5432,two:x/vitrin', 'must be a URL starting with postgres:// or postgresql://'],
  ['postgres://one:5432,/vitrin', 'must name a server before and after each comma'],
  [
    'postgres://one,two/vitrin?target_session_attrs=standby',
    'must have target_session_attrs=read-write or primary, or none: the application writes',
  ],
])('says what is wrong with %s', (url, problem) => {
  expect(findAddressProblem(url)).toBe(problem);
});
