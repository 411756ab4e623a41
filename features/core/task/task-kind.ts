import type { RawBuilder } from 'kysely'
import type { At } from '#db/made-once.ts'
import type { SellerStep } from '#features/core/order/order-case.ts'
import type { DueBounds } from '#features/core/order/order.ts'
import type { Deadlines } from '#features/core/policy-pack/policy-pack.ts'
import type { TextKey, Texts } from '#texts/texts.ts'
import type { Role } from '#web/roles.ts'
import type { Task, TaskEntry } from './task.ts'

/** Whose tasks, and when: days are the seller's. */
export interface TaskReader extends DueBounds {
  sellerId: number
  zone: string
  /** The marketplace's. */
  deadlines: Deadlines
}

/** Who reads them, in which words. */
export interface TaskShowing {
  texts: Texts
  role: Role
}

/** A step that cannot be undone: what it will hit, in words, and the form that takes it. */
export interface TaskStep {
  words: string
  /** Its button. */
  text: string
  action: string
  fields: Record<string, string>
}

/**
 * The one thing that the button of a line does: leads to where it is done. `label` is its whole name. With `inPlace`, what is
 * asked there can be answered in the line itself; a `step` is all there is to answer.
 */
export interface TaskAction {
  text: string
  label: string
  href: string
  inPlace?: 'case' | 'question' | 'step'
  step?: TaskStep
  /** The answer that the button speaks of, where there are others. */
  begin?: SellerStep
}

/** A line in words. */
export interface TaskWords {
  title: string
  /** Where it can be looked at. */
  href: string
  /** Short facts beside the item and the buyer. */
  facts?: readonly string[]
  /** Whether the title names the buyer, who is no fact of its own then. */
  namesBuyer?: boolean
  /** Null where the reader may not do it. */
  action: TaskAction | null
}

/** Which picture stands beside it. */
export type TaskIcon = 'parcel' | 'cancellation' | 'unpaid' | 'return' | 'not-received' | 'question' | 'money' | 'stock'

/** The bundle of what is one piece of work with all that is due on the same day; readers get the day itself. */
export const byDay = 'day'

/** A kind of tasks: which there are, and what is said of them. A new kind is a file in `features/shop/tasks/kinds` and a line in `kinds.server.ts`. */
export interface TaskKind {
  /** In addresses. */
  id: string
  label: TextKey
  icon: TaskIcon
  /**
   * Those that stand alone: `order_id` (null: it is about a listing, whose number is the `ref`), `ref` (its key; null: the order's number), `due_at`, `bundle` (null), `detail`,
   * `currency`, `minor` and `value`, which is the money in thousandths. By an index: a seller may have a hundred thousand orders.
   */
  alone?: (at: At<TaskReader>) => RawBuilder<unknown>
  /** Those that are one piece of work with others of the same `bundle`: `byDay`, or a word. With nothing dear for a row, since they may be thousands. */
  together?: (at: At<TaskReader>) => RawBuilder<unknown>
  one: (task: Task, on: TaskShowing) => TaskWords
  many: (entry: TaskEntry & { type: 'many' }, on: TaskShowing) => TaskWords
}
