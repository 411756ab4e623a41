/** In-process subscriptions to order changes: the market is a single process. */
export interface OrderChanges {
  tell: (buyer: string) => void
  /** Calls `told` on each change until the returned function is called. */
  listen: (buyer: string, told: () => void) => () => void
}

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
