import type { SellerDb } from '#db/client.ts'
import { restoreTemplate, type TemplateInverse } from '#features/orders/conversations/templates-db.server.ts'
import { takeParcelsBack, type ParcelsInverse } from '#features/shipping/fulfilment/take-back-db.server.ts'
import { restoreView, type ViewInverse } from '#features/machinery/grid/saved-views-db.server.ts'
import { restoreDrafts, type DraftsInverse } from '#features/selling/listing-form/keep/discarded-drafts-db.server.ts'
import { removeCopies, restoreListings } from '#features/selling/listings/listing-undo-db.server.ts'
import type { CopiesInverse, ListingsInverse } from '#features/selling/listings/listing-undo.ts'
import { takeTagsBack, type TagsInverse } from '#features/orders/order-notes/order-tags-db.server.ts'
import { restorePolicy, type PolicyInverse } from '#features/selling/policies/policies-db.server.ts'
import type { TakenBack, UndoKind } from '#features/machinery/undo/undo.ts'
import type { Permission } from '#web/roles.ts'

/** An undo request: the member, and the inverse stored with the step. */
interface TakeBackOrder {
  sellerId: number
  memberId: string
  /** The member's name, for timelines. */
  memberName: string
  now: Date
  inverse: object
}

interface UndoReader {
  /** The permission that the step required. */
  permission: Permission
  takeBack: (db: SellerDb, order: TakeBackOrder) => Promise<TakenBack>
}

/** Undo handlers by kind of step. The feature that wrote an inverse reads it. */
export const undoReaders: Record<UndoKind, UndoReader> = {
  listings: {
    permission: 'listings.edit',
    takeBack: (db, { inverse, ...order }) => restoreListings(db, { ...order, inverse: inverse as ListingsInverse }),
  },
  copies: {
    permission: 'listings.edit',
    takeBack: (db, { inverse, ...order }) => removeCopies(db, { ...order, inverse: inverse as CopiesInverse }),
  },
  drafts: {
    permission: 'listings.edit',
    takeBack: (db, { inverse, ...order }) => restoreDrafts(db, { ...order, inverse: inverse as DraftsInverse }),
  },
  parcels: {
    permission: 'orders.ship',
    takeBack: (db, { sellerId, memberId, memberName, now, inverse }) =>
      takeParcelsBack(db, {
        sellerId,
        inverse: inverse as ParcelsInverse,
        actor: { kind: 'MEMBER', id: memberId, name: memberName },
        now,
      }),
  },
  tags: {
    permission: 'buyers.talk',
    takeBack: (db, { sellerId, memberId, memberName, now, inverse }) =>
      takeTagsBack(db, {
        sellerId,
        inverse: inverse as TagsInverse,
        actor: { kind: 'MEMBER', id: memberId, name: memberName },
        now,
      }),
  },
  template: {
    permission: 'buyers.talk',
    takeBack: (db, { sellerId, inverse }) => restoreTemplate(db, { sellerId, inverse: inverse as TemplateInverse }),
  },
  policy: {
    permission: 'listings.edit',
    takeBack: (db, { sellerId, inverse }) => restorePolicy(db, { sellerId, inverse: inverse as PolicyInverse }),
  },
  view: {
    permission: 'hub.view',
    takeBack: (db, { inverse, ...order }) => restoreView(db, { ...order, inverse: inverse as ViewInverse }),
  },
}
