import { cancellationKind } from './kinds/cancellation.server.ts'
import { notReceivedKind, returnKind } from './kinds/case.server.ts'
import { disputeKind } from './kinds/dispute.server.ts'
import { failedRefundKind } from './kinds/failed-refund.server.ts'
import { offerKind } from './kinds/offer.server.ts'
import { oversoldKind } from './kinds/oversold.server.ts'
import { questionKind } from './kinds/question.server.ts'
import { reorderKind } from './kinds/reorder.server.ts'
import { shipKind } from './kinds/ship.server.ts'
import { stockKind } from './kinds/stock.server.ts'
import { stockNewsKinds } from './kinds/stock-news.server.ts'
import { stuckParcelKind } from './kinds/stuck-parcel.server.ts'
import { unpaidKind } from './kinds/unpaid.server.ts'
import { unusableKind } from './kinds/unusable.server.ts'
import type { TaskKind } from '#features/core/task/task-kind.ts'

/** All kinds of tasks, in display order. */
export const taskKinds: readonly TaskKind[] = [
  shipKind,
  questionKind,
  offerKind,
  cancellationKind,
  returnKind,
  notReceivedKind,
  failedRefundKind,
  disputeKind,
  unpaidKind,
  oversoldKind,
  stuckParcelKind,
  unusableKind,
  stockKind,
  reorderKind,
  ...stockNewsKinds,
]

const byId = new Map(taskKinds.map((kind) => [kind.id, kind]))

export const findTaskKind = (id: string | null): TaskKind | null => byId.get(id ?? '') ?? null
