export type StreamMessage = { name: string; data: string };
export type Emit = (message: StreamMessage) => void;

export type StreamOptions = {
  name: string;
  /** Leads until the signal aborts; resolving earlier gives up the lead. */
  lead: (emit: Emit, signal: AbortSignal) => Promise<void>;
  /** Called periodically where tabs cannot share. */
  poll: (emit: Emit) => void;
  onMessage: Emit;
  /** Whether tabs that join receive the message. */
  isState: (message: StreamMessage) => boolean;
  takesOver?: boolean;
};

type ChannelMessage =
  | { kind: 'question' }
  | { kind: 'state'; message: StreamMessage | null }
  | { kind: 'message'; message: StreamMessage };

const POLL_MS = 10_000;
const QUESTION_MS = 60_000;
/** A slower leader is suspended. */
const REPLY_MS = 5_000;

/**
 * Shares one stream between tabs, as browsers limit connections to a host: a lock elects the tab that reads it.
 * Without locks, in insecure contexts, each visible tab polls. Returns a function that leaves.
 */
export function joinStream(options: StreamOptions): () => void {
  let leave: (() => void) | null = null;
  function join(): void {
    leave ??= canShare() ? share(options) : repeat(options);
  }
  function pause(): void {
    leave?.();
    leave = null;
  }
  function joinIfRestored({ persisted }: PageTransitionEvent): void {
    if (persisted) join();
  }
  join();
  // An open stream prevents the back/forward cache, and a frozen tab would keep the lead.
  window.addEventListener('pagehide', pause);
  window.addEventListener('pageshow', joinIfRestored);
  document.addEventListener('freeze', pause);
  document.addEventListener('resume', join);
  return () => {
    pause();
    window.removeEventListener('pagehide', pause);
    window.removeEventListener('pageshow', joinIfRestored);
    document.removeEventListener('freeze', pause);
    document.removeEventListener('resume', join);
  };
}

function canShare(): boolean {
  return 'locks' in navigator && 'BroadcastChannel' in window;
}

function whileVisible(work: () => void, everyMs: number): () => void {
  const workIfVisible = () => {
    if (document.visibilityState === 'visible') work();
  };
  const timer = window.setInterval(workIfVisible, everyMs);
  document.addEventListener('visibilitychange', workIfVisible);
  return () => {
    window.clearInterval(timer);
    document.removeEventListener('visibilitychange', workIfVisible);
  };
}

function repeat({ poll, onMessage }: StreamOptions): () => void {
  let hasLeft = false;
  const ask = () =>
    poll((message) => {
      if (!hasLeft) onMessage(message);
    });
  ask();
  const stop = whileVisible(ask, POLL_MS);
  return () => {
    hasLeft = true;
    stop();
  };
}

type Contest = { isLeading: () => boolean; take: () => void; end: () => void };

type ContestOptions = Pick<StreamOptions, 'name' | 'takesOver'> & {
  lead: (signal: AbortSignal) => Promise<void>;
  onImpossible: () => void;
};

function contest({ name, takesOver = false, lead, onImpossible }: ContestOptions): Contest {
  let turn = new AbortController();
  let isLeading = false;
  let isOver = false;

  async function begin(isTaking: boolean): Promise<void> {
    turn.abort();
    const own = new AbortController();
    turn = own;
    let wasLeading = false;
    try {
      const options = isTaking ? { steal: true } : { signal: own.signal };
      await navigator.locks.request(name, options, async () => {
        if (own.signal.aborted) return;
        wasLeading = true;
        isLeading = true;
        await Promise.race([lead(own.signal), ended(own.signal)]);
      });
      if (turn !== own) return;
      isLeading = false;
      isOver = true;
    } catch {
      if (turn !== own || isOver) return;
      isLeading = false;
      if (wasLeading) return begin(false);
      isOver = true;
      onImpossible();
    }
  }

  void begin(takesOver);
  return {
    isLeading: () => isLeading,
    take() {
      if (!isLeading && !isOver) void begin(true);
    },
    end() {
      isOver = true;
      isLeading = false;
      turn.abort();
    },
  };
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function share(options: StreamOptions): () => void {
  const { onMessage, isState } = options;
  const channel = new BroadcastChannel(options.name);
  let state: StreamMessage | null = null;
  let isInformed = false;
  let hasReply = true;
  let replyTimer: number | undefined;
  let stopPolling = () => {};

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no such argument
  const notify = (sent: ChannelMessage) => channel.postMessage(sent);

  function hear(message: StreamMessage): void {
    if (isState(message)) {
      state = message;
      isInformed = true;
    }
    onMessage(message);
  }

  const { isLeading, take, end } = contest({
    ...options,
    lead(signal) {
      // Tabs that asked before there was a leader would take the lead without a reply.
      notify({ kind: 'state', message: state });
      return options.lead((message) => {
        if (signal.aborted) return;
        notify({ kind: 'message', message });
        hear(message);
      }, signal);
    },
    onImpossible() {
      stopPolling = repeat(options);
    },
  });

  channel.addEventListener('message', ({ data }: MessageEvent<ChannelMessage>) => {
    if (data.kind === 'question') {
      if (isLeading()) notify({ kind: 'state', message: state });
      return;
    }
    hasReply = true;
    // The reply to another tab is no news.
    if (data.message && (data.kind === 'message' || !isInformed)) hear(data.message);
  });

  function ask(): void {
    if (isLeading()) return;
    hasReply = false;
    notify({ kind: 'question' });
    window.clearTimeout(replyTimer);
    replyTimer = window.setTimeout(() => {
      if (!hasReply && document.visibilityState === 'visible') take();
    }, REPLY_MS);
  }

  ask();
  const stopAsking = whileVisible(ask, QUESTION_MS);
  return () => {
    end();
    stopAsking();
    stopPolling();
    window.clearTimeout(replyTimer);
    channel.close();
  };
}
