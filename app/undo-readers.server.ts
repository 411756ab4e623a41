import type { SellerDb } from '#db/client.ts'
import { restoreTemplate, type TemplateInverse } from '#features/orders/conversations/templates-db.server.ts'
import { takeParcelsBack, type ParcelsInverse } from '#features/shipping/fulfilment/take-back-db.server.ts'
import { undoHandOver, type HandOverInverse } from '#features/shipping/hand-over/hand-over-db.server.ts'
import { restoreView, type ViewInverse } from '#features/machinery/grid/saved-views-db.server.ts'
import { restoreDrafts, type DraftsInverse } from '#features/selling/listing-form/keep/discarded-drafts-db.server.ts'
import { removeCopies, restoreListings } from '#features/selling/listings/listing-undo-db.server.ts'
import type { CopiesInverse, ListingsInverse } from '#features/selling/listings/listing-undo.ts'
import { takeTagsBack, type TagsInverse } from '#features/orders/order-notes/order-tags-db.server.ts'
import { restorePackage, type PackageInverse } from '#features/selling/policies/packages-db.server.ts'
import { restorePolicy, type PolicyInverse } from '#features/selling/policies/policies-db.server.ts'
import { takeOffersBack, type OffersInverse } from '#features/selling/offers/answer-offers-db.server.ts'
import { restoreRule, type RuleInverse } from '#features/shipping/rules/change-rules.server.ts'
import type { TakenBack, UndoKind } from '#features/machinery/undo/undo.ts'
import type { Permission } from '#web/roles.ts'

/** An undo request: the member, and the inverse stored with the step. */
interface TakeBackOrder {
  sellerId: number
  memberId: string
  memberName: string
  now: Date
  inverse: object
}

interface UndoReader {
  permission: Permission
  takeBack: (db: SellerDb, order: TakeBackOrder) => Promise<TakenBack>
}

/** Kinds that need the owner's rights (`asOwnerFor`): a transaction on a cluster has one role. */
export const needsOwner: ReadonlySet<UndoKind> = new Set(['handOver'])

/** An entry for steps whose inverse the feature wrote as this type. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the type; JSON has none
const reader = <Inverse extends object>(
  permission: Permission,
  takeBack: (db: SellerDb, order: TakeBackOrder & { inverse: Inverse }) => Promise<TakenBack>,
): UndoReader => ({
  permission,
  takeBack: (db, order) => takeBack(db, { ...order, inverse: order.inverse as Inverse }),
})

export const undoReaders: Record<UndoKind, UndoReader> = {
  listings: reader<ListingsInverse>('listings.edit', restoreListings),
  copies: reader<CopiesInverse>('listings.edit', removeCopies),
  drafts: reader<DraftsInverse>('listings.edit', restoreDrafts),
  parcels: reader<ParcelsInverse>('orders.ship', (db, { sellerId, now, inverse, ...by }) =>
    takeParcelsBack(db, { sellerId, inverse, actor: actorOf(by), now }),
  ),
  handOver: reader<HandOverInverse>('orders.ship', (db, { sellerId, now, inverse, ...by }) =>
    undoHandOver(db, { sellerId, inverse, actor: actorOf(by), now }),
  ),
  tags: reader<TagsInverse>('buyers.talk', (db, { sellerId, now, inverse, ...by }) =>
    takeTagsBack(db, { sellerId, inverse, actor: actorOf(by), now }),
  ),
  template: reader<TemplateInverse>('buyers.talk', restoreTemplate),
  shipRule: reader<RuleInverse>('orders.refund', restoreRule),
  policy: reader<PolicyInverse>('listings.edit', restorePolicy),
  package: reader<PackageInverse>('listings.edit', restorePackage),
  offers: reader<OffersInverse>('listings.edit', takeOffersBack),
  view: reader<ViewInverse>('hub.view', restoreView),
}

const actorOf = ({ memberId, memberName }: Pick<TakeBackOrder, 'memberId' | 'memberName'>) =>
  ({ kind: 'MEMBER', id: memberId, name: memberName }) as const
