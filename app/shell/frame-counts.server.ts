import type { SellerDb } from '#db/client.ts'
import { listingsByState, type StateRows } from '#features/selling/listings/listing-counts-db.server.ts'
import {
  loadNavigation,
  navigationParts,
  type NavigationCounts,
  type NavigationFor,
} from '#features/order-page/orders-navigation-db.server.ts'
import type { SavedViewRow } from '#features/machinery/grid/saved-views-db.server.ts'
import type { WaitOutcome } from '#lib/named-wait.ts'
import { dueTasks, type DueTasks } from '#features/shop/tasks/tasks-db.server.ts'
import type { TaskReader } from '#features/core/task/task-kind.ts'
import { readNamed, type WaitVisit } from '#web/named-wait.server.ts'
import { ownRows } from '#web/own-rows.ts'

/** What the navigation is made of: what it counts of orders, listings and tasks. */
export interface FrameWaits {
  counts: Promise<WaitOutcome<NavigationCounts>>
  tasks: Promise<WaitOutcome<DueTasks>>
  listings: Promise<WaitOutcome<StateRows[]>>
  /** None where they cannot be had. */
  savedViews: Promise<SavedViewRow[]>
}

/** What the frame counts: orders and cases, tasks and listings. */
const parts = { ...navigationParts, tasks: dueTasks, listings: listingsByState }

/** Begins to read what the navigation counts. One transaction: the views are there at once, the counts may be slow. */
export function startFrameCounts(visit: WaitVisit, reader: NavigationFor & TaskReader): FrameWaits {
  const views = Promise.withResolvers<SavedViewRow[]>()
  const { read } = ownRows(visit.hub, reader.sellerId)
  const load = (db: SellerDb) => loadNavigation(db, reader, parts, views.resolve)
  const all = readNamed({ ...visit, read }, 'counts', load, visit.hub.sideTimeoutMs)
  void all.then(() => views.resolve([]))
  return {
    counts: all.then((outcome) => ofOutcome(outcome, ({ counts }) => counts)),
    tasks: all.then((outcome) => ofOutcome(outcome, ({ others: { tasks } }) => tasks)),
    listings: all.then((outcome) => ofOutcome(outcome, ({ others: { listings } }) => listings)),
    savedViews: views.promise,
  }
}

/** A part of what was waited for. */
function ofOutcome<T, Part>(outcome: WaitOutcome<T>, of: (value: T) => Part): WaitOutcome<Part> {
  return outcome.state === 'ready' ? { ...outcome, value: of(outcome.value) } : outcome
}
