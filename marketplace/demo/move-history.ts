import type { History } from './history.ts'

/** Moves all dates of a history by `milliseconds`, in place: its parts refer to each other by identity. */
export function moveHistory(history: History, milliseconds: number): History {
  const seen = new Set<object>()
  const move = (part: object) => {
    if (seen.has(part)) return
    seen.add(part)
    for (const [key, value] of Object.entries(part)) {
      if (value instanceof Date) Object.assign(part, { [key]: new Date(value.getTime() + milliseconds) })
      else if (typeof value === 'object' && value !== null) move(value as object)
    }
  }
  move(history.orders)
  move(history.stock.offers)
  return history
}
