/** Who waits for news of their orders, in this process: the market is one. */
export interface OrderChanges {
  tell: (buyer: string) => void
  /** Calls back at each change until the returned function is called. */
  listen: (buyer: string, told: () => void) => () => void
}

/** Begins with nobody who waits. */
export function createOrderChanges(): OrderChanges {
  const waiting = new Map<string, Set<() => void>>()
  return {
    tell(buyer) {
      for (const told of waiting.get(buyer) ?? []) told()
    },
    listen(buyer, told) {
      const others = waiting.get(buyer) ?? new Set()
      waiting.set(buyer, others.add(told))
      return () => {
        others.delete(told)
        if (others.size === 0) waiting.delete(buyer)
      }
    },
  }
}
