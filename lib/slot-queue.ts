export interface Slot {
  /** Releases the slot. Call once. */
  end(): void
}

export interface SlotRules {
  atOnce: number
  waiting: number
  each: { atOnce: number; waiting: number }
}

/** A fair limiter: callers who wait go before those who had a slot since. */
export interface SlotQueue {
  /** Waits for a slot for `who`; null at once if too many wait already. Rejects with the signal's reason if it aborts. */
  take(who: string, signal: AbortSignal): Promise<Slot | null>
}

export function createSlotQueue({ atOnce, waiting, each }: SlotRules): SlotQueue {
  const running = new Map<string, number>()
  // Waiting callers, the next one first.
  const lines = new Map<string, (() => void)[]>()
  let allRunning = 0
  let allWaiting = 0
  const of = (who: string) => running.get(who) ?? 0
  const begin = (who: string) => {
    allRunning += 1
    running.set(who, of(who) + 1)
  }
  const turnOf = (who: string): Slot => ({
    end: () => {
      allRunning -= 1
      if (of(who) > 1) running.set(who, of(who) - 1)
      else running.delete(who)
      letIn()
    },
  })
  const letIn = () => {
    for (const [who, line] of lines) {
      if (of(who) >= each.atOnce) continue
      const go = line.shift()
      lines.delete(who)
      if (line.length > 0) lines.set(who, line)
      // Reserve the slot now, so that no caller arriving meanwhile takes it.
      begin(who)
      return go?.()
    }
  }
  const wait = async (who: string, signal: AbortSignal) => {
    const line = lines.get(who) ?? []
    lines.set(who, line)
    allWaiting += 1
    try {
      await waitIn(line, signal)
    } finally {
      allWaiting -= 1
      if (line.length === 0 && lines.get(who) === line) lines.delete(who)
    }
  }
  return {
    async take(who, signal) {
      signal.throwIfAborted()
      if (allRunning < atOnce && of(who) < each.atOnce) begin(who)
      else if (allWaiting >= waiting || (lines.get(who)?.length ?? 0) >= each.waiting) return null
      else await wait(who, signal)
      return turnOf(who)
    },
  }
}

function waitIn(line: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = () => {
      signal.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      line.splice(line.indexOf(go), 1)
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', leave, { once: true })
    line.push(go)
  })
}
