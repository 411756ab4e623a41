import type pg from 'pg'
import { assertDefined } from '#lib/assert-defined.ts'
import { hasChanged, type FileCounts, type ImportReport, type RowOutcome, type TableCounts } from '../import-report.ts'
import { inImport, settleTables, stopIfCancelled } from '../import-session.ts'
import { findSource } from '../import-file.ts'
import { openImportFile, stageFile, type OpenedFile } from '../import-stage.ts'
import { catalogueSteps, listingSteps } from './catalogue.ts'
import { removeOrdersWithoutItems, rejectBrokenRows } from './checks.ts'
import { olistFiles } from './files.ts'
import { fulfilmentSteps } from './fulfilment.ts'
import { lineSteps, orderSteps, saleSteps } from './orders.ts'
import { prepare, type Step } from './step.ts'
import { firstRow } from '#db/one-row.ts'

export interface OlistImport {
  /** Folder of the files `<name>.csv.gz` or `<name>.csv`. */
  folder: string
  /** The owner's pool. Uses one connection, and briefly a second one to cancel. */
  pool: pg.Pool
  signal?: AbortSignal
  /** Called as each phase begins. */
  onPhase?: (phase: string) => void
  onOutcome?: (outcome: RowOutcome) => void
  /** Maximum rejected rows in the report. */
  listed?: number
}

const steps: [Step, ...Step[]] = [
  prepare(
    'Gathering',
    'olist_period',
    'select min(placed_at) as starts_at, max(placed_at) as ends_at from olist_orders',
  ),
  ...catalogueSteps,
  ...saleSteps,
  ...listingSteps,
  ...orderSteps,
  ...lineSteps,
  ...fulfilmentSteps,
]
/** Tables used most by lists and searches, slowest first. The others were analysed when written. */
const readMost = [
  'order_search',
  'orders',
  'feedback',
  'line_items',
  'listings',
  'shipment_lines',
  'order_counts',
  'sales_hours',
  'feedback_weeks',
  'products',
]

/**
 * Imports Olist's Brazilian E-Commerce data set in one transaction. Existing rows are kept, so a second import changes
 * nothing.
 * @throws ImportRefusedError if a file or column is missing, or another import is running
 * @throws ImportCancelledError if `signal` was aborted
 */
export async function importOlist(options: OlistImport): Promise<ImportReport> {
  const start = performance.now()
  const files: OpenedFile[] = []
  for (const file of olistFiles) files.push(await openImportFile(options.folder, file))
  const run = new OlistRun(files, options)
  const report = await inImport(options.pool, options.signal, (client) => run.work(client))
  if (hasChanged(report)) {
    options.onPhase?.('Settling tables')
    await settleTables(options.pool, readMost, options.signal)
  }
  return { ...report, seconds: (performance.now() - start) / 1000 }
}

/**
 * The files that an import of this folder reads.
 * @throws ImportRefusedError as the import would
 */
export async function olistSources(folder: string): Promise<string[]> {
  const paths: string[] = []
  for (const { name } of olistFiles) paths.push((await findSource(folder, name)).path)
  return paths
}

class OlistRun {
  readonly #files: OpenedFile[]
  readonly #options: OlistImport
  readonly #counts: Map<string, FileCounts>
  readonly #tables = new Map<string, TableCounts>()
  readonly #firstRejected: RowOutcome[] = []

  constructor(files: OpenedFile[], options: OlistImport) {
    this.#files = files
    this.#options = options
    this.#counts = new Map(
      files.map(({ name }) => [name, { file: name, read: 0, kept: 0, rejected: 0, leftOut: 0, seconds: 0 }]),
    )
  }

  async work(client: pg.ClientBase): Promise<ImportReport> {
    const onOutcome = (outcome: RowOutcome) => this.#take(outcome)
    await this.#read(client)
    this.#options.onPhase?.('Checking')
    await rejectBrokenRows(client, onOutcome)
    const oddities = await noteOddities(client)
    // The period covers all orders, including skipped ones.
    const [period, ...others] = steps
    await this.#step(client, period)
    const leftOut = await removeOrdersWithoutItems(client, onOutcome)
    await this.#write(client, others)
    return {
      files: [...this.#counts.values()].map((file) => ({ ...file, kept: file.read - file.rejected - file.leftOut })),
      leftOut,
      tables: [...this.#tables.values()],
      notes: [...oddities, ...(await noteDecisions(client))],
      firstRejected: this.#firstRejected,
      currency: 'BRL',
      seconds: 0,
    }
  }

  async #read(client: pg.ClientBase): Promise<void> {
    for (const file of this.#files) {
      this.#options.onPhase?.(`Reading ${file.name}`)
      const counts = this.#countsOf(file.name)
      const start = performance.now()
      counts.read = await stageFile(client, file, {
        signal: this.#options.signal,
        onRefusal: (refusal) => this.#take({ outcome: 'rejected', file: file.name, ...refusal }),
      })
      counts.seconds = (performance.now() - start) / 1000
    }
  }

  async #write(client: pg.ClientBase, all: Step[]): Promise<void> {
    let phase = ''
    for (const step of all) {
      if (step.phase !== phase) this.#options.onPhase?.(step.phase)
      phase = step.phase
      await this.#step(client, step)
    }
    // A recreated order was deleted first: it counts as changed, not added.
    const orders = assertDefined(this.#tables.get('orders'), 'a step wrote it')
    orders.added -= orders.changed
  }

  async #step(client: pg.ClientBase, { sql, counts, analyse }: Step): Promise<void> {
    stopIfCancelled(this.#options.signal)
    const { rowCount } = await client.query(sql)
    if (counts) {
      const table = this.#tables.get(counts.name) ?? { name: counts.name, added: 0, changed: 0 }
      table[counts.as] += rowCount ?? 0
      this.#tables.set(counts.name, table)
    }
    if (analyse && rowCount) await client.query(`analyze ${analyse}`)
  }

  #countsOf(file: string): FileCounts {
    return assertDefined(this.#counts.get(file), 'it was opened')
  }

  #take(outcome: RowOutcome): void {
    const counts = this.#countsOf(outcome.file)
    if (outcome.outcome === 'left out') counts.leftOut += 1
    else {
      counts.rejected += 1
      if (this.#firstRejected.length < (this.#options.listed ?? 20)) this.#firstRejected.push(outcome)
    }
    this.#options.onOutcome?.(outcome)
  }
}

type Notes = ImportReport['notes']

/** Oddities in the files that are kept; counted before rows are skipped. */
async function noteOddities(client: pg.ClientBase): Promise<Notes> {
  const answer = await client.query<Record<'several' | 'undated' | 'dated' | 'early' | 'untranslated', number>>(`
    select
      (select count(*) from (select from olist_items group by order_id having count(distinct seller_id) > 1) o) as several,
      count(*) filter (where status = 'delivered' and delivered_at is null) as undated,
      count(*) filter (where status <> 'delivered' and delivered_at is not null) as dated,
      count(*) filter (where carrier_at < approved_at) as early,
      (select count(distinct category) from olist_products p where category is not null
        and not exists (select from olist_translations t where t.category = p.category)) as untranslated
    from olist_orders`)
  const found = firstRow(answer)
  return [
    { text: 'orders of several sellers, which are one order for each of them', rows: found.several },
    { text: 'delivered orders without a date of delivery', rows: found.undated },
    { text: 'orders not delivered, yet with a date of delivery', rows: found.dated },
    { text: 'orders that reached the carrier before they were approved', rows: found.early },
    { text: 'categories without a translation, which keep their own name', rows: found.untranslated },
  ]
}

async function noteDecisions(client: pg.ClientBase): Promise<Notes> {
  const answer = await client.query<Record<'unrecorded' | 'touched', number>>(`
    select (select count(*) from hub_orders where unrecorded_payment) as unrecorded,
      (select count(*) from hub_known where incomplete and touched) as touched`)
  const found = firstRow(answer)
  return [
    {
      text: 'orders that went on without a recorded payment and got one of 0.00, method unknown',
      rows: found.unrecorded,
    },
    {
      text: 'orders that lack lines or payments of the files, but were worked on here and stay as they are',
      rows: found.touched,
    },
  ]
}
