/** PostgreSQL's protocol, as far as a proxy needs it to fail one statement and pass the others (version 3, "Message Formats"). */

type Message = { type: string; bytes: Buffer };

/** Cuts a stream of bytes into messages; the first one of a client has no type. */
export function createMessageReader(hasStart: boolean): (chunk: Buffer) => Message[] {
  let rest: Buffer = Buffer.alloc(0);
  let isStart = hasStart;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const messages: Message[] = [];
    for (;;) {
      const head = isStart ? 0 : 1;
      if (rest.length < head + 4) return messages;
      const end = head + rest.readInt32BE(head);
      if (rest.length < end) return messages;
      const type = isStart ? 'start' : String.fromCharCode(rest[0] ?? 0);
      messages.push({ type, bytes: rest.subarray(0, end) });
      isStart = false;
      rest = rest.subarray(end);
    }
  };
}

function stringsOf(bytes: Buffer, from: number, count: number): string[] {
  return bytes.subarray(from).toString().split('\0', count);
}

/** The settings that a client begins with. */
export function readStart(bytes: Buffer): Map<string, string> {
  const strings = stringsOf(bytes, 8, 1_000);
  return new Map(
    strings.flatMap((text, index) => (index % 2 === 0 ? [[text, strings[index + 1] ?? '']] : [])),
  );
}

/** What a client asks for up to the point where it waits: its messages, and the statements in them. */
export function createStatementReader() {
  const named = new Map<string, string>();
  return {
    /** The text of the statement that a message runs, if it runs one. */
    statementOf({ type, bytes }: Message): string | null {
      if (type === 'Q') return stringsOf(bytes, 5, 1)[0] ?? '';
      if (type === 'P') {
        const [name = '', text = ''] = stringsOf(bytes, 5, 2);
        named.set(name, text);
        return text;
      }
      if (type !== 'B') return null;
      const [, name = ''] = stringsOf(bytes, 5, 2);
      return named.get(name) ?? null;
    },
  };
}

/** Whether a client waits for a response once it has sent a message of this type (Sync, Query, Flush). */
export function endsUnit(type: string): boolean {
  return type === 'S' || type === 'Q' || type === 'H';
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** An error, and that the server is ready for the next statement: in a transaction that has failed, or in none. */
export function failureOf(sqlState: string, transaction: string): Buffer {
  const fields = ['SERROR', 'VERROR', `C${sqlState}`, 'Mmade to fail by a test', ''].join('\0');
  return Buffer.concat([
    message('E', Buffer.from(`${fields}\0`)),
    message('Z', Buffer.from(transaction === 'I' ? 'I' : 'E')),
  ]);
}
