import { redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { formatGridQuery, gridHref } from '#lib/grid-query.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { loadTexts } from '#texts/lazy-areas.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { Texts } from '#texts/texts.ts'
import { formBaseline } from '#web/form-baseline.server.ts'
import { refused, type FieldErrors } from '#web/form-answer.ts'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageName } from '#web/page-name.tsx'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import type { Role } from '#web/roles.ts'
import { openChosenOrders } from '#features/orders/order-list/chosen-orders.server.ts'
import { printDocuments, type PrintDocument } from '#features/core/order/print-documents.ts'
import { issueCreditNotes } from './credit-notes-db.server.ts'
import { isIssued, issuerOf, missingForInvoice } from './invoice.ts'
import { issueInvoices } from './invoices-db.server.ts'
import { labelFormat } from './label-formats.ts'
import { mayPrint, ordersOfEach, printChoices } from './print-choice.ts'
import { readChosen, startRun, type PrintableOrder } from './print-runs-db.server.ts'
import { readPrintSettings } from './print-settings-db.server.ts'
import { PrintView, type PrintField } from './print-view.tsx'
import { printModel } from './print-view.server.ts'

await loadTexts('printing')

export const loader = sellerLoader('orders.ship', async (visit) => {
  const { read, seller, url, texts: reader } = visit
  const match = openChosenOrders(visit)
  const texts = textsFor(reader.locale, seller.timeZone)
  const { chosen, settings } = await read(async (db) => ({
    chosen: await readChosen(db, match),
    settings: await readPrintSettings(db, seller, texts),
  }))
  const { query, definition } = match
  return {
    model: printModel({ ...chosen, settings, asked: url.searchParams.get('document'), role: seller.role, texts }),
    address: url.pathname + url.search,
    backHref: gridHref(paths.orders, query, definition),
  }
})

/** Records the print run and redirects to its sheets. */
export const action = sellerAction('orders.ship', async (visit) => {
  const { hub, form, member, seller, write } = visit
  const match = openChosenOrders(visit)
  const texts = textsFor(visit.texts.locale, seller.timeZone)
  const document = oneOf(form, 'document', printDocuments)
  if (!document) throw refuse('malformed')
  if (!mayPrint(seller.role, document)) throw refuse('forbidden')
  const typed = { document, format: textOf(form, 'format'), used: textOf(form, 'used'), only: textOf(form, 'only') }
  const format = labelFormat(typed.format)
  const used = Number(typed.used || '1') - 1
  const perSheet = format ? format.columns * format.rows : 1
  if (document === 'label' && (!format || !Number.isInteger(used) || used < 0 || used >= perSheet))
    return refused(
      format
        ? { used: texts.t('printing.error.used', { n: perSheet }) }
        : { format: texts.t('printing.products.wrong.format') },
      typed,
    )
  const settings = await visit.read((db) => readPrintSettings(db, seller, texts))
  if (isIssued(document) && missingForInvoice(settings))
    return refused({ document: texts.t('printing.error.no-address') }, typed)
  const asked = { document, only: typed.only, begun: textOf(form, 'begun') }
  const outcome = await write(async (db) => {
    const { orders } = await readChosen(db, match)
    const wanted = wantedOf(orders, asked, { texts, role: seller.role })
    if ('errors' in wanted) return wanted
    const { orderIds } = wanted
    const issue = document === 'invoice' ? issueInvoices : document === 'credit-note' ? issueCreditNotes : null
    const issuer = issuerOf(settings)
    await issue?.(db, { sellerId: seller.id, orderIds, issuer, issuedBy: member.name, now: hub.now() })
    const run = await startRun(db, {
      sellerId: seller.id,
      document,
      orderIds,
      printedBy: member.name,
      now: hub.now(),
      label: document === 'label' && format ? { format: format.id, used } : null,
    })
    return { run }
  })
  if ('errors' in outcome) return refused(outcome.errors, typed)
  const from = formatGridQuery(match.query, match.definition)
  return redirect(paths.printRun(outcome.run, { from, open: '1' }), { status: 303 })
})

interface Asked {
  document: PrintDocument
  only: string
  begun: string
}

/** Selects the orders to print, or the reason why none is. Invoice numbers are final, so only orders that the page showed are included. */
function wantedOf(
  chosen: readonly PrintableOrder[],
  { document, only, begun }: Asked,
  { texts: { t }, role }: { texts: Texts; role: Role },
): { orderIds: number[] } | { errors: FieldErrors<PrintField> } {
  const choices = printChoices(chosen, role)
  if (begun !== formBaseline(ordersOfEach(choices)))
    return { errors: { form: t('printing.error.changed', { n: chosen.length }) } }
  const { orders, again } = assertDefined(
    choices.find((choice) => choice.document === document),
    'each document is a choice',
  )
  const wanted = only === 'new' ? orders.filter((order) => !again.includes(order)) : orders
  if (wanted.length === 0) return { errors: { document: t('printing.error.nothing') } }
  return { orderIds: wanted.map(({ id }) => id) }
}

export default function PrintPage() {
  const { model, address, backHref } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageName name={model.title} />
      <PrintView model={model} address={address} backHref={backHref} answer={answer ?? null} />
    </>
  )
}
