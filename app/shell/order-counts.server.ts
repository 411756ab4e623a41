import type { SellerDb } from '#db/client.ts'
import {
  loadOrdersNavigation,
  type NavigationCounts,
  type NavigationFor,
} from '#features/orders/orders-navigation-db.server.ts'
import type { SavedViewRow } from '#features/grid/saved-views-db.server.ts'
import type { WaitOutcome } from '#lib/named-wait.ts'
import { countDueTasks, type DueTasks } from '#features/tasks/tasks-db.server.ts'
import type { TaskReader } from '#features/task/task-kind.ts'
import { readNamed, type WaitVisit } from '#web/named-wait.server.ts'
import { ownRows } from '#web/own-rows.ts'
import { sideCountTimeoutMs } from '#web/side-count.ts'

/** What the orders' part of the navigation is made of, and what is due. */
export interface OrdersWaits {
  counts: Promise<WaitOutcome<NavigationCounts>>
  tasks: Promise<WaitOutcome<DueTasks>>
  /** None where they cannot be had. */
  savedViews: Promise<SavedViewRow[]>
}

/** Begins to read what the navigation counts of orders. One transaction: the views are there at once, the counts may be slow. */
export function startOrderCounts(
  visit: WaitVisit,
  reader: NavigationFor & TaskReader,
  timeoutMs = sideCountTimeoutMs,
): OrdersWaits {
  const views = Promise.withResolvers<SavedViewRow[]>()
  const { read } = ownRows(visit.hub, reader.sellerId)
  const load = async (db: SellerDb) => ({
    counts: await loadOrdersNavigation(db, reader, views.resolve),
    tasks: await countDueTasks(db, reader),
  })
  const all = readNamed({ ...visit, read }, 'order counts', load, timeoutMs)
  void all.then(() => views.resolve([]))
  return {
    counts: all.then((outcome) => part(outcome, ({ counts }) => counts)),
    tasks: all.then((outcome) => part(outcome, ({ tasks }) => tasks)),
    savedViews: views.promise,
  }
}

/** A part of what was waited for. */
function part<T, Part>(outcome: WaitOutcome<T>, of: (value: T) => Part): WaitOutcome<Part> {
  return outcome.state === 'ready' ? { ...outcome, value: of(outcome.value) } : outcome
}
