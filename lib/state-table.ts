/**
 * State machines as data: for each state, its events and transitions. The same table decides what is offered and what
 * is done, so that a button and the server never disagree.
 */

/** A transition from a state. The first one whose `when` holds is taken; `guard` returns the reason for refusing it. */
export interface Transition<State, Facts, Refusal, Effect = never> {
  next: State
  when?: (facts: Facts) => boolean
  guard?: (facts: Facts) => Refusal | null
  /** Side effects of the transition, for the caller to perform. */
  effects?: readonly Effect[]
}

export interface StateTable<State extends string, Event extends string, Facts, Refusal, Effect = never> {
  /** Only events with transitions are listed. */
  ways: Record<State, Partial<Record<Event, readonly Transition<State, Facts, Refusal, Effect>[]>>>
  refusalOf: (state: State) => Refusal
}

export type Step<State, Refusal, Effect = never> =
  | { ok: true; next: State; effects: readonly Effect[] }
  | { ok: false; reason: Refusal }

/** Decides a transition; has no side effects. */
export function takeStep<State extends string, Event extends string, Facts, Refusal, Effect>(
  table: StateTable<State, Event, Facts, Refusal, Effect>,
  { state, event, facts }: { state: State; event: Event; facts: Facts },
): Step<State, Refusal, Effect> {
  const way = table.ways[state][event]?.find(({ when }) => !when || when(facts))
  if (!way) return { ok: false, reason: table.refusalOf(state) }
  const reason = way.guard?.(facts) ?? null
  return reason === null ? { ok: true, next: way.next, effects: way.effects ?? [] } : { ok: false, reason }
}

type Transitions = Readonly<Record<string, Readonly<Record<string, readonly { next: string }[] | undefined>>>>

/** Whether any event leads from one state to another, ignoring guards. */
export const hasTransition = (ways: Transitions, from: string, to: string): boolean =>
  Object.values(ways[from] ?? {}).some((each) => each?.some(({ next }) => next === to))
