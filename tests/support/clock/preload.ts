import { closeSync, openSync, readSync } from 'node:fs';
import { ServerResponse } from 'node:http';

// Loaded before anything else: from here on the process reads its date from a clock that its test sets. Timers stay as they are.
const file = process.env.TEST_CLOCK;
if (!file) throw new Error('TEST_CLOCK must name the file with the milliseconds to add');

const RealDate = Date;
const realNow = Date.now.bind(Date);
const bytes = Buffer.alloc(32);

function now(): number {
  const handle = openSync(file as string, 'r');
  try {
    const length = readSync(handle, bytes, 0, bytes.length, 0);
    return realNow() + Number(bytes.toString('latin1', 0, length));
  } finally {
    closeSync(handle);
  }
}

RealDate.now = now;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, values: [], newTarget) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget) as Date,
});

type Response = { writeHead: (this: ServerResponse, ...values: unknown[]) => ServerResponse };

// Node writes the header from a clock that nobody can set.
const prototype = ServerResponse.prototype as unknown as Response;
const { writeHead } = prototype;
prototype.writeHead = function writeHeadWithDate(...values) {
  if (!this.headersSent) this.setHeader('date', new Date().toUTCString());
  return writeHead.apply(this, values);
};
