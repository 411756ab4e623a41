import { costsKind } from './costs-kind.server.ts'
import { ordersKind } from './orders-kind.server.ts'
import type { RecordKind, RecordRun } from './record-kind.ts'

/** Each kind of upload of records. */
export const recordKinds: Readonly<Record<RecordRun, RecordKind>> = { orders: ordersKind, costs: costsKind }
