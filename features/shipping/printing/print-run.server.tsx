import { renderToStaticMarkup } from 'react-dom/server'
import type { SellerDb } from '#db/client.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import type { Texts } from '#texts/texts.ts'
import { loadBarcodes } from './barcode.server.ts'
import { CreditSheet } from './credit-note.server.tsx'
import { readCreditNotes } from './credit-notes-db.server.ts'
import { InvoiceSheet } from './invoice.server.tsx'
import invoiceStyles from './invoice.css?inline'
import { readInvoices } from './invoices-db.server.ts'
import { labelFormat, labelFormats, type LabelFormat } from './label-formats.ts'
import { labelRules, labelsOf, RollLabel, SheetLabel } from './label.server.tsx'
import labelStyles from './label.css?inline'
import { pageRules } from './page-format.ts'
import { mayPrint } from './print-choice.ts'
import { readPackedLines, readPackedOrders } from './packed-orders-db.server.ts'
import { pickLines } from './pick-list.ts'
import { pickListParts } from './pick-list.server.tsx'
import pickListStyles from './pick-list.css?inline'
import { frameHead, frameTail, PrintButton, streamPage } from './print-document.server.tsx'
import { drawLabels } from './draw-labels.server.ts'
import { maxPrinted } from './print-rules.ts'
import { runOrders, type PrintRun } from './print-runs-db.server.ts'
import type { PrintSettings } from './print-settings.ts'
import { PackingSlips, type SheetSetting } from './slip.server.tsx'
import slipStyles from './slip.css?inline'
import { paths, withSearch } from '#web/paths.ts'

const ordersAPart = 25

interface RunArgs {
  run: PrintRun
  settings: PrintSettings
  /** Texts in the shop's time zone. */
  texts: Texts
}

interface Drawing {
  rules: string
  styles: string
  sheets: (setting: SheetSetting) => AsyncIterable<string>
}

/** Streams the page of a run. Reads a few orders at a time, each batch in its own transaction. */
export function printRun(visit: SellerArgs, { run, settings, texts }: RunArgs): Response {
  const { printed_at: at } = run
  const printed = `${texts.moment(at, 'date')}, ${texts.moment(at, 'time')}, ${texts.zoneName(at)}`
  const { rules, styles, sheets } = drawings[run.document](visit, { run, settings, texts })
  const title = texts.t(`printing.run.${run.document}`, { n: run.orders })
  const withLabels = run.document === 'slip' && visit.url.searchParams.get('labels') === '1'
  async function* parts() {
    yield frameHead({
      texts,
      nonce: visit.nonce,
      title,
      rules,
      styles,
      tools: <PrintTools visit={visit} run={run} title={title} printed={printed} texts={texts} />,
      opens: visit.url.searchParams.get('open') === '1',
    })
    yield* sheets({ texts, settings, printed, barcode: await loadBarcodes(), withLabels })
    yield withLabels ? frameTail(drawLabels(visit.nonce)) : frameTail()
  }
  const mayGoOn = async () => {
    const role = await visit.roleNow()
    return role !== null && mayPrint(role, run.document)
  }
  return streamPage(parts(), { mayGoOn, onError: (error) => visit.logFailure(error, 'printing failed') })
}

const drawings: Record<PrintRun['document'], (visit: SellerArgs, args: RunArgs) => Drawing> = {
  slip: (visit, { run, settings, texts }) => ({
    rules: pageRules(settings.paper, run.orders === 1 ? pageWords(texts) : null),
    styles: slipStyles,
    sheets: async function* (setting) {
      for await (const order of ofOrders(visit, run, readPackedOrders))
        yield renderToStaticMarkup(<PackingSlips order={order} setting={setting} />)
    },
  }),
  'pick-list': (visit, { run, settings, texts }) => ({
    rules: pageRules(settings.paper, pageWords(texts)),
    styles: pickListStyles,
    sheets: async function* (setting) {
      const lines = await visit.read(async (db) => {
        const ids = await runOrders(db, run, { after: 0, limit: maxPrinted })
        return readPackedLines(db, run.seller_id, ids)
      })
      yield* pickListParts({ lines: pickLines(lines), orders: run.orders, setting })
    },
  }),
  label: (visit, { run }) => {
    const format = labelFormat(run.label_format) ?? labelFormats[0]
    return {
      rules: labelRules(format),
      styles: labelStyles,
      sheets: (setting) =>
        format.paper ? labelSheets(visit, { run, format, setting }) : rollLabels(visit, run, setting),
    }
  },
  invoice: (visit, { run, settings, texts }) => ({
    rules: pageRules(settings.paper, run.orders === 1 ? pageWords(texts) : null),
    styles: slipStyles + invoiceStyles,
    sheets: async function* (setting) {
      for await (const invoice of ofOrders(visit, run, readInvoices))
        yield renderToStaticMarkup(<InvoiceSheet invoice={invoice} setting={setting} />)
    },
  }),
  'credit-note': (visit, { run, settings, texts }) => ({
    rules: pageRules(settings.paper, run.orders === 1 ? pageWords(texts) : null),
    styles: slipStyles + invoiceStyles,
    sheets: async function* (setting) {
      for await (const note of ofOrders(visit, run, readCreditNotes))
        yield renderToStaticMarkup(<CreditSheet note={note} setting={setting} />)
    },
  }),
}

const pageWords = (texts: Texts) => {
  const [before = '', between = ''] = texts.t('uploads.page', { page: '\n', pages: '\n' }).split('\n')
  return { before, between }
}

/** What is read of a run's orders, some at a time. */
async function* ofOrders<T>(
  { read }: SellerArgs,
  run: PrintRun,
  readThem: (db: SellerDb, sellerId: number, ids: number[]) => Promise<T[]>,
): AsyncGenerator<T, void, undefined> {
  for (let after = 0; after < run.orders; after += ordersAPart)
    yield* await read(async (db) =>
      readThem(db, run.seller_id, await runOrders(db, run, { after, limit: ordersAPart })),
    )
}

async function* rollLabels(
  visit: SellerArgs,
  run: PrintRun,
  setting: SheetSetting,
): AsyncGenerator<string, void, undefined> {
  for await (const order of ofOrders(visit, run, readPackedOrders))
    for (const label of labelsOf(order, setting))
      yield renderToStaticMarkup(<RollLabel key={label.parcel.number} {...label} />)
}

interface SheetsArgs {
  run: PrintRun
  format: LabelFormat
  setting: SheetSetting
}

/** Label sheets; skips the used labels of the first. */
async function* labelSheets(
  visit: SellerArgs,
  { run, format, setting }: SheetsArgs,
): AsyncGenerator<string, void, undefined> {
  const perSheet = format.columns * format.rows
  const used = run.labels_used % perSheet
  let place = used
  yield `<article class="sheet label-sheet">${'<div></div>'.repeat(used)}`
  for await (const order of ofOrders(visit, run, readPackedOrders))
    for (const label of labelsOf(order, setting)) {
      if (place === perSheet) {
        yield '</article><article class="sheet label-sheet">'
        place = 0
      }
      yield renderToStaticMarkup(<SheetLabel {...label} format={format} />)
      place += 1
    }
  yield '</article>'
}

interface PrintToolsProps {
  visit: Pick<SellerArgs, 'srt' | 'url'>
  run: PrintRun
  title: string
  printed: string
  texts: Texts
}

/** Toolbar above the sheets, on screen only: print, undo, back. */
function PrintTools({ visit, run, title, printed, texts }: PrintToolsProps) {
  const { t } = texts
  const from = visit.url.searchParams.get('from') ?? ''
  const list = withSearch(paths.orders, from)
  return (
    <>
      <div>
        <h1>{title}</h1>
        <p>{t('printing.printedBy', { name: run.printed_by, at: printed })}</p>
      </div>
      <div className="tools-actions">
        <a href={run.order_number ? paths.orderDetails(run.order_number) : list}>
          {run.order_number ? t('printing.backToOrder') : t('printing.backToOrders')}
        </a>
        <form method="post" action={paths.printRun(run.id, { from })}>
          <input type="hidden" name="srt" value={visit.srt} />
          <input type="hidden" name="intent" value="forget" />
          <button type="submit">{t('printing.forget')}</button>
        </form>
        <PrintButton texts={texts} />
      </div>
    </>
  )
}
