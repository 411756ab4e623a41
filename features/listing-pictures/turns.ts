/** A turn at something that only so many may do at once. */
export interface Turn {
  /** Lets the next one in. Once only. */
  end(): void
}

/** Lets `atOnce` do something at the same time, and so many wait for it, in the order in which they came. */
export interface Turns {
  /** The turn, when it comes; null at once where too many wait already. Rejects with the signal's reason where that ends. */
  take(signal: AbortSignal): Promise<Turn | null>
}

/** Makes the turns; nobody has one yet. */
export function createTurns({ atOnce, waiting }: { atOnce: number; waiting: number }): Turns {
  const queue: (() => void)[] = []
  let running = 0
  const turn: Turn = {
    end: () => {
      // Handed on directly: whoever comes in between must not take it as well.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    },
  }
  return {
    async take(signal) {
      signal.throwIfAborted()
      if (running >= atOnce) {
        if (queue.length >= waiting) return null
        await waitIn(queue, signal)
        return turn
      }
      running += 1
      return turn
    },
  }
}

function waitIn(queue: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = () => {
      signal.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      queue.splice(queue.indexOf(go), 1)
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', leave, { once: true })
    queue.push(go)
  })
}
