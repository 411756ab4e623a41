import type { SellerDb } from '#db/client.ts'
import { listingsByState, type StateRows } from '#features/selling/listings/listing-counts-db.server.ts'
import {
  loadNavigation,
  navigationParts,
  type NavigationCounts,
  type NavigationFor,
} from '#features/order-page/navigation/orders-navigation-db.server.ts'
import { offersToAnswer } from '#features/selling/offers/offers-to-answer-db.server.ts'
import { paymentCounts, type PaymentCounts } from '#features/payments/summary/navigation-counts-db.server.ts'
import type { SavedViewRow } from '#features/machinery/grid/saved-views.ts'
import type { WaitOutcome } from '#lib/named-wait.ts'
import { dueTasks, type DueTasks } from '#features/home/tasks/tasks-db.server.ts'
import type { TaskReader } from '#features/core/task/task-kind.ts'
import { readNamed, type WaitVisit } from '#web/named-wait.server.ts'
import { ownRows } from '#web/own-rows.ts'

export interface FrameWaits {
  counts: Promise<WaitOutcome<NavigationCounts>>
  tasks: Promise<WaitOutcome<DueTasks>>
  listings: Promise<WaitOutcome<StateRows[]>>
  offers: Promise<WaitOutcome<number>>
  payments: Promise<WaitOutcome<PaymentCounts>>
  /** Empty if they cannot be read. */
  savedViews: Promise<SavedViewRow[]>
}

const parts = {
  ...navigationParts,
  tasks: dueTasks,
  listings: listingsByState,
  offers: offersToAnswer,
  payments: paymentCounts,
}

/** Starts reading the navigation's counts. One transaction: views come first, counts may be slow. */
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
    offers: all.then((outcome) => ofOutcome(outcome, ({ others: { offers } }) => offers)),
    payments: all.then((outcome) => ofOutcome(outcome, ({ others: { payments } }) => payments)),
    savedViews: views.promise,
  }
}

function ofOutcome<T, Part>(outcome: WaitOutcome<T>, of: (value: T) => Part): WaitOutcome<Part> {
  return outcome.state === 'ready' ? { ...outcome, value: of(outcome.value) } : outcome
}
