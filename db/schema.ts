import type { Insertable, Selectable } from 'kysely'
import type { AccountTables } from './tables/accounts.ts'
import type { BulkEditTables } from './tables/bulk-edits.ts'
import type { ConnectionTables } from './tables/connections.ts'
import type { CostTables } from './tables/costs.ts'
import type { FileRunTables } from './tables/file-runs.ts'
import type { FulfilmentTables } from './tables/fulfilment.ts'
import type { LabelTables } from './tables/labels.ts'
import type { LedgerTables } from './tables/ledger.ts'
import type { ListingUploadTables } from './tables/listing-uploads.ts'
import type { ListingTables } from './tables/listings.ts'
import type { MessageTables } from './tables/messages.ts'
import type { MoneyBackTables } from './tables/money-back.ts'
import type { OfferTables } from './tables/offers.ts'
import type { OrderTables } from './tables/orders.ts'
import type { PayoutTables } from './tables/payouts.ts'
import type { PriceRuleTables } from './tables/price-rules.ts'
import type { PrintingTables } from './tables/printing.ts'
import type { ProgramTables } from './tables/programs.ts'
import type { PurchaseTables } from './tables/purchases.ts'
import type { ReconciliationTables } from './tables/reconciliations.ts'
import type { SaleEventTables } from './tables/sale-events.ts'
import type { StockTables } from './tables/stock.ts'
import type { SumTables } from './tables/sums.ts'
import type { UploadRecordTables } from './tables/upload-records.ts'

/**
 * All tables of the hub for Kysely: one file of `db/tables` per subject, with the column names
 * of the database. `schema.db.test.ts` compares them with the migrations.
 */
export interface Schema
  extends
    AccountTables,
    BulkEditTables,
    ConnectionTables,
    CostTables,
    FileRunTables,
    FulfilmentTables,
    LabelTables,
    LedgerTables,
    ListingTables,
    ListingUploadTables,
    MessageTables,
    MoneyBackTables,
    OfferTables,
    OrderTables,
    PayoutTables,
    PriceRuleTables,
    PrintingTables,
    ProgramTables,
    PurchaseTables,
    ReconciliationTables,
    SaleEventTables,
    StockTables,
    SumTables,
    UploadRecordTables {}

export type Row<T extends keyof Schema> = Selectable<Schema[T]>
/** A row as it is written to a table; columns with a default may be left out. */
export type NewRow<T extends keyof Schema> = Insertable<Schema[T]>
