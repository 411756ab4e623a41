/** Modules of the overview, in their usual order. On a wide page the first half stands on the left. */
export const overviewModules = ['todos', 'messages', 'orders', 'stock', 'money', 'sales', 'level', 'feedback'] as const

export type OverviewModule = (typeof overviewModules)[number]

export interface PlacedModule {
  id: OverviewModule
  isShown: boolean
}

/** Reads a stored order: `todos,-sales`. Unknown names are dropped, and new modules come last. */
export function arrangementFrom(stored: string | null): PlacedModule[] {
  const named = (stored ?? '')
    .split(',')
    .map((name) => ({ name: name.replace(/^-/, ''), isShown: !name.startsWith('-') }))
  const placed = overviewModules.flatMap((id) => {
    const at = named.findIndex(({ name }) => name === id)
    return [{ id, isShown: named[at]?.isShown ?? true, at: at === -1 ? named.length : at }]
  })
  return placed.toSorted((a, b) => a.at - b.at).map(({ id, isShown }) => ({ id, isShown }))
}

export const storedArrangement = (placed: readonly PlacedModule[]): string =>
  placed.map(({ id, isShown }) => (isShown ? id : `-${id}`)).join(',')

export const arrangementSteps = ['up', 'down', 'hide', 'show'] as const

export type ArrangementStep = (typeof arrangementSteps)[number]

/** The order after one step of a module. */
export function rearranged(
  placed: readonly PlacedModule[],
  { step, id }: { step: ArrangementStep; id: OverviewModule },
): PlacedModule[] {
  if (step === 'up' || step === 'down') return moved(placed, { step, id })
  return placed.map((module) => (module.id === id ? { id, isShown: step === 'show' } : module))
}

/** The items with one of them a place further up or down; at an end it stays where it is. */
export function moved<Item extends { id: string }>(
  items: readonly Item[],
  { step, id }: { step: 'up' | 'down'; id: string },
): Item[] {
  const at = items.findIndex((item) => item.id === id)
  const to = step === 'up' ? at - 1 : at + 1
  const [item, other] = [items[at], items[to]]
  return item && other ? items.with(at, other).with(to, item) : [...items]
}
