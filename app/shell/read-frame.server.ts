import { listingsNavigation } from '#features/selling/listings/listings-navigation.ts'
import { startPageMessages, type PageMessagesModel } from '#features/home/messages/page-messages.server.ts'
import { ordersNavigation } from '#features/order-page/navigation/orders-navigation.ts'
import { messagesNavigation } from '#features/home/messages/messages-navigation.ts'
import { paymentsNavigation } from '#features/payments/summary/payments-navigation.ts'
import { reportsNavigation } from '#features/reports/runs/reports-navigation.ts'
import { researchNavigation } from '#features/insights/research/research-navigation.ts'
import { performanceNavigation } from '#features/insights/seller-level/performance-navigation.ts'
import type { SavedViewRow } from '#features/machinery/grid/saved-views.ts'
import { dueSummary } from '#features/home/tasks/due-summary.ts'
import { type DueTasks, dueTasks } from '#features/home/tasks/tasks-db.server.ts'
import { taskReader } from '#features/home/tasks/tasks-read.server.ts'
import type { WaitOutcome } from '#lib/named-wait.ts'
import type { NavCount } from '#shui/navigation/navigation-model.ts'
import type { Texts } from '#texts/texts.ts'
import type { VisitArgs } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import { bothReady, sideCount } from '#web/side-count.ts'
import type { SignedIn } from '#web/signed-in.ts'
import { shellModel, type ShellModel } from './shell-view.ts'
import type { SellerDb } from '#db/client.ts'
import { listingsByState } from '#features/selling/listings/listing-counts-db.server.ts'
import {
  loadNavigation,
  navigationParts,
  type NavigationFor,
} from '#features/order-page/navigation/orders-navigation-db.server.ts'
import { offersToAnswer } from '#features/selling/offers/offers-to-answer-db.server.ts'
import { paymentCounts } from '#features/payments/summary/navigation-counts-db.server.ts'
import type { TaskReader } from '#features/core/task/task-kind.ts'
import { readNamed, type WaitVisit } from '#web/named-wait.server.ts'
import { ownRows } from '#web/own-rows.ts'

type FrameWaits = ReturnType<typeof startFrameCounts>

const parts = {
  ...navigationParts,
  tasks: dueTasks,
  listings: listingsByState,
  offers: offersToAnswer,
  payments: paymentCounts,
}

/** Starts reading the navigation's counts. One transaction: views come first, counts may be slow. */
function startFrameCounts(visit: WaitVisit, reader: NavigationFor & TaskReader) {
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
    /** Empty if they cannot be read. */
    savedViews: views.promise,
  }
}

function ofOutcome<T, Part>(outcome: WaitOutcome<T>, of: (value: T) => Part): WaitOutcome<Part> {
  return outcome.state === 'ready' ? { ...outcome, value: of(outcome.value) } : outcome
}

const listPages: ReadonlySet<string> = new Set(Object.values(paths.lists))

export const isList = ({ pathname }: URL): boolean => listPages.has(pathname)

export type FrameArgs = VisitArgs & { signedIn: SignedIn }

type Counted = Pick<FrameWaits, 'counts' | 'tasks' | 'listings' | 'offers' | 'payments'>

export function startFrame(args: FrameArgs) {
  const { hub, signedIn } = args
  const { seller, member } = signedIn
  const now = hub.now()
  const waits =
    seller &&
    startFrameCounts(args, {
      memberId: member.id,
      ...taskReader(seller, { now, deadlines: hub.config.policyPack.deadlines }),
    })
  return {
    messages: startPageMessages(args, now),
    /** Null if the member works for no seller. */
    counted: waits && {
      counts: waits.counts,
      tasks: waits.tasks,
      listings: waits.listings,
      offers: waits.offers,
      payments: waits.payments,
    },
    savedViews: waits && waits.savedViews,
  }
}

interface ReadFrame {
  messages: WaitOutcome<PageMessagesModel> | Promise<WaitOutcome<PageMessagesModel>>
  counted: { [Part in keyof Counted]: Awaited<Counted[Part]> | Counted[Part] } | null
  savedViews: readonly SavedViewRow[] | null
}

export function frameModel(
  { hub, signedIn, url, texts }: FrameArgs,
  { messages, counted, savedViews }: ReadFrame,
): ShellModel {
  const { seller } = signedIn
  const mayShip = seller !== null && mayDo(seller.role, 'orders.ship')
  const mayTalk = seller !== null && mayDo(seller.role, 'buyers.talk')
  const unreadMessages =
    counted && mayTalk
      ? sideCount(bothReady(counted.counts, messages), texts, ([talk, notices]) =>
          unreadCount(talk.unread + notices.unread, texts),
        )
      : sideCount(messages, texts, ({ unread }) => unreadCount(unread, texts))
  return shellModel({
    signedIn,
    url,
    texts,
    brand: hub.config.brand,
    storeUrl: hub.config.storeUrl,
    optOut: hub.config.optOut,
    previousToolOrigins: hub.config.previousToolOrigins,
    orders:
      counted && savedViews ? ordersNavigation({ counts: counted.counts, savedViews, mayShip, url, texts }) : null,
    dueTasks: counted && sideCount(counted.tasks, texts, (due) => dueCount(due, texts)),
    listings:
      counted &&
      listingsNavigation({
        counts: counted.listings,
        mayEdit: seller !== null && mayDo(seller.role, 'listings.edit'),
        url,
        texts,
      }),
    messages:
      counted &&
      messagesNavigation({
        url,
        texts,
        mayTalk,
        seesOffers: seller !== null && mayDo(seller.role, 'amounts.view'),
        unread: unreadMessages,
        offersToAnswer: sideCount(counted.offers, texts, (offers) => offersCount(offers, texts)),
      }),
    research: seller && mayDo(seller.role, 'amounts.view') ? researchNavigation({ url, texts }) : null,
    performance:
      seller &&
      performanceNavigation({
        url,
        texts,
        isRated: hub.config.policyPack.standards.levels !== undefined,
        seesMoney: mayDo(seller.role, 'money.view'),
      }),
    payments:
      seller && mayDo(seller.role, 'money.view')
        ? paymentsNavigation({
            url,
            texts,
            counts: counted && counted.payments,
            managesPayouts: mayDo(seller.role, 'payouts.manage'),
          })
        : null,
    reports:
      seller &&
      reportsNavigation({
        url,
        texts,
        mayUpload: mayDo(seller.role, 'files.upload'),
      }),
    unreadMessages,
  })
}

function unreadCount(unread: number, { t, number }: Texts): NavCount | null {
  if (unread === 0) return null
  return { text: number(unread), urgent: true, accessibilityText: t('kit.unread', { count: number(unread) }) }
}

const offersCount = (n: number, { t, number }: Texts): NavCount | null =>
  n === 0 ? null : { text: number(n), urgent: true, accessibilityText: t('nav.offers.count', { n }) }

/** Tasks overdue or due today; red if some are overdue. */
function dueCount(due: DueTasks, texts: Texts): NavCount | null {
  const n = due.late + due.today
  if (n === 0) return null
  return { text: texts.number(n), urgent: due.late > 0, accessibilityText: dueSummary(due, texts) }
}
