export type MoveField = 'fromLocation' | 'toLocation' | 'codes'

export interface MoveLine {
  /** Of the SKU's row. */
  id: number
  sku: string
  /** Whether a listing or variation has the SKU at present. */
  isHeld: boolean
  /** At the location that they leave. */
  there: number
  items: number
}

export function lineProblem({ isHeld, there, items }: MoveLine): 'not-held' | 'not-a-number' | 'too-few' | null {
  if (!isHeld) return 'not-held'
  if (items === 0) return 'not-a-number'
  return items > there ? 'too-few' : null
}
