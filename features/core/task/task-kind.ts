import type { RawBuilder } from 'kysely'
import type { BindValue } from '#db/compile-once.ts'
import type { SellerStep } from '#features/core/order/order-case.ts'
import type { DueBounds } from '#features/core/order/order.ts'
import type { Deadlines } from '#features/core/policy-pack/policy-pack.ts'
import type { TextKey, Texts } from '#texts/texts.ts'
import type { Role } from '#web/roles.ts'
import type { Task, TaskEntry } from './task.ts'

export interface TaskReader extends DueBounds {
  sellerId: number
  zone: string
  seesMoney: boolean
  deadlines: Deadlines
}

export interface TaskShowing {
  texts: Texts
  role: Role
}

/** An irreversible step: description of its effect, and its form. */
export interface TaskStep {
  words: string
  text: string
  action: string
  fields: Record<string, string>
}

/**
 * The action of a task's button: a link to the place where it is done. `label` is the full name. `inPlace`: the
 * question can be answered in the list; `step`: it needs no further input.
 */
export interface TaskAction {
  text: string
  label: string
  href: string
  inPlace?: 'case' | 'question' | 'step'
  step?: TaskStep
  /** The answer offered by the button, if there are several. */
  begin?: SellerStep
}

export interface TaskWords {
  title: string
  href: string
  /** Short facts beside item and buyer. */
  facts?: readonly string[]
  namesBuyer?: boolean
  /** Null if the reader may not do it. */
  action: TaskAction | null
}

export type TaskIcon = 'parcel' | 'cancellation' | 'unpaid' | 'return' | 'not-received' | 'question' | 'money' | 'stock'

/** Bundle for all tasks of a kind due on the same day; readers get the day. */
export const byDay = 'day'

/**
 * A kind of task: its query and texts. To add one, add a file in `features/home/tasks/kinds` and a line in
 * `kinds.server.ts`.
 */
export interface TaskKind {
  /** Used in URLs. */
  id: string
  label: TextKey
  icon: TaskIcon
  /**
   * Query for single tasks with `order_id` (null: about a listing, numbered by `ref`), `ref` (key; null: the order's
   * number), `due_at`, `bundle` (null), `detail`, `currency`, `minor` and `value` (thousandths). Must use an index: a
   * seller may have 100,000 orders.
   */
  alone?: (at: BindValue<TaskReader>) => RawBuilder<unknown>
  /** Query for tasks grouped by `bundle`: `byDay`, or a word. Keep it cheap per row; there may be thousands. */
  together?: (at: BindValue<TaskReader>) => RawBuilder<unknown>
  one: (task: Task, on: TaskShowing) => TaskWords
  many: (entry: TaskEntry & { type: 'many' }, on: TaskShowing) => TaskWords
}
