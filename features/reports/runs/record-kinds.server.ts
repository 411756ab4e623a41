import type { FileWorker } from '#features/machinery/file-runs/file-worker.ts'
import { costsKind } from '../records/costs-kind.server.ts'
import { kindOfValues } from '../records/kind-of-values.server.ts'
import { ordersKind } from '../records/orders-kind.server.ts'
import type { RecordKind } from '#features/machinery/records/record-kind.ts'
import type { RecordRun } from '#features/machinery/records/record-plan.ts'
import { recordWorker } from '#features/machinery/records/record-worker.server.ts'
import { trackingKind } from '#features/shipping/tracking-upload/tracking-kind.server.ts'
import { listingsKind } from '../uploads/listings-kind.server.ts'

export const recordKinds: Readonly<Record<RecordRun, RecordKind>> = {
  listings: listingsKind,
  costs: kindOfValues(costsKind),
  orders: kindOfValues(ordersKind),
  tracking: trackingKind,
}

export const recordWorkers: readonly FileWorker[] = Object.values(recordKinds).map(recordWorker)
