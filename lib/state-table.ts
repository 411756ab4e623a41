/**
 * State machines as data: for each state the events that lead somewhere, and by which way. What may be done is asked of
 * the same table as what is done, so that a button and the server never disagree.
 */

/** One way on from a state. The first whose `when` holds is taken; `guard` names what forbids it. */
export interface Way<State, Facts, Refusal, Effect = never> {
  next: State
  when?: (facts: Facts) => boolean
  guard?: (facts: Facts) => Refusal | null
  /** What is done beside the new state, for the caller to do. */
  effects?: readonly Effect[]
}

export interface StateTable<State extends string, Event extends string, Facts, Refusal, Effect = never> {
  /** Only what leads somewhere stands here. */
  ways: Record<State, Partial<Record<Event, readonly Way<State, Facts, Refusal, Effect>[]>>>
  /** Why an event leads nowhere from a state in which it has no way. */
  refusalOf: (state: State) => Refusal
}

/** Where a step leads, or why it is not taken. */
export type Step<State, Refusal, Effect = never> =
  | { ok: true; next: State; effects: readonly Effect[] }
  | { ok: false; reason: Refusal }

/** Takes a step in a table; decides only, and changes nothing. */
export function takeStep<State extends string, Event extends string, Facts, Refusal, Effect>(
  table: StateTable<State, Event, Facts, Refusal, Effect>,
  { state, event, facts }: { state: State; event: Event; facts: Facts },
): Step<State, Refusal, Effect> {
  const way = table.ways[state][event]?.find(({ when }) => !when || when(facts))
  if (!way) return { ok: false, reason: table.refusalOf(state) }
  const reason = way.guard?.(facts) ?? null
  return reason === null ? { ok: true, next: way.next, effects: way.effects ?? [] } : { ok: false, reason }
}

/** The ways of a table as far as they lead somewhere. */
type Ways = Readonly<Record<string, Readonly<Record<string, readonly { next: string }[] | undefined>>>>

/** Whether any event leads from one state to another, whatever the guards of its ways would say. */
export const leads = (ways: Ways, from: string, to: string): boolean =>
  Object.values(ways[from] ?? {}).some((each) => each?.some(({ next }) => next === to))
