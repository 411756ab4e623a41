import { randomBytes } from 'node:crypto'
import { data, redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { listOfChosen, matchingNumbers, openChosenOrders } from '#features/orders/order-list/chosen-orders.server.ts'
import { maxRows } from '#features/shipping/ship-many/sheet.ts'
import { parseCaseNumber } from '#features/core/order/order-case.ts'
import { oneOf } from '#lib/form-fields.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerAction, sellerLoader, type SellerArgs } from '#web/guard.server.ts'
import { paths, withQuery } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { mayDo } from '#web/roles.ts'
import { buyFromSheet, ratesForSheet, type ChosenParcels } from './buy-from-sheet.server.ts'
import { BuyLabelsView } from './buy-labels-view.tsx'
import { readReturn, readSheetRows } from './label-sheet-db.server.ts'
import { packageSizes, sheetRows, weightUnitOf } from './label-sheet-view.server.ts'
import type { LabelSheetModel } from './label-sheet.ts'

await loadTexts('labels', 'fulfilment')

/** The chosen orders, or the order of the return in `case`; `backHref` is where the page was opened. */
async function readParcels(visit: SellerArgs): Promise<ChosenParcels & { backHref: string }> {
  const { read, seller, url } = visit
  const caseNumber = parseCaseNumber(url.searchParams.get('case'))
  if (caseNumber) {
    const returned = await read((db) => readReturn(db, seller.id, caseNumber))
    if (!returned) throw refuse('not-found')
    return { numbers: [returned.number], returned, backHref: paths.caseDetails(caseNumber) }
  }
  const { keys, ...match } = openChosenOrders(visit)
  const numbers =
    keys === null
      ? await visit.read((db) => matchingNumbers(db, { ...match, keys: null }, { limit: maxRows }))
      : [...new Set(keys)].slice(0, maxRows)
  const [only] = numbers
  const isOne = numbers.length === 1 && only !== undefined
  const ofOrders = isOne ? paths.orderDetails(only) : listOfChosen({ ...match, keys: null })
  return { numbers, returned: null, backHref: url.searchParams.get('back') === 'pack' ? paths.pack : ofOrders }
}

const batchOf = ({ url }: SellerArgs) => /^[0-9a-f]{16}$/.exec(url.searchParams.get('batch') ?? '')?.[0] ?? null

/** Orders with what their labels need; after a purchase, what became of it. */
export const loader = sellerLoader('labels.buy', async (visit): Promise<LabelSheetModel> => {
  const { read, seller, texts: reader } = visit
  const texts = textsFor(reader.locale, seller.timeZone)
  const { numbers, returned, backHref } = await readParcels(visit)
  const found = await read((db) => readSheetRows(db, seller.id, { numbers, returned }))
  if (found.orders.length === 0) throw refuse('not-found')
  const batch = batchOf(visit)
  const from = found.settings?.country ?? seller.country
  const rows = sheetRows(found, { texts, from, isReturn: returned !== null })
  const ofBatch = found.orders.flatMap(({ bought }) => bought.filter((label) => label.batch === batch))
  const left = ofBatch.filter(({ state }) => state === 'WANTED' || state === 'BUYING').length
  const printable = found.orders.flatMap(({ bought }) =>
    bought.flatMap((label) => (label.state === 'BOUGHT' ? label.label_key : [])),
  )
  return {
    isBought: batch !== null,
    packages: packageSizes(found.packages, texts),
    hasRules: found.rules.some(({ isOn }) => isOn),
    title: returned
      ? texts.t('labels.buy.return', { number: returned.caseNumber })
      : texts.t('labels.buy.title', { n: rows.length }),
    rows,
    sheetKey: randomBytes(8).toString('hex'),
    backHref,
    setUp: {
      isReady: found.accounts.length > 0 && found.settings !== undefined,
      href: mayDo(seller.role, 'keys.manage') ? paths.labelSettings : null,
    },
    progress: batch !== null && left > 0 ? { done: ofBatch.length - left, all: ofBatch.length } : null,
    pickingHref: printable.length > 1 ? withQuery(paths.labelsPrint(...printable), { order: 'pick' }) : null,
    slipsHref: printable.length > 0 && !returned ? paths.labelsPrint(...printable) : null,
    printHref: printable.length > 0 ? paths.labelsPrint(...printable) : null,
    weightHint: texts.t(weightUnitOf(from) === 'oz' ? 'labels.weight.hint.oz' : 'labels.weight.hint'),
  }
})

export const action = sellerAction('labels.buy', async (visit) => {
  const { form, url } = visit
  const chosen = await readParcels(visit)
  const step = oneOf(form, 'step', ['rates', 'buy'])
  if (!step) throw refuse('malformed')
  if (step === 'rates') {
    const answer = await ratesForSheet(visit, chosen)
    return data(answer, { status: Object.keys(answer.errors).length > 0 ? 422 : 200 })
  }
  const bought = await buyFromSheet(visit, chosen)
  if (!bought.ok) return data(bought.answer, { status: bought.status })
  const query = Object.fromEntries(url.searchParams)
  return redirect(withQuery(paths.labelsBuy, { ...query, batch: bought.batch }), { status: 303 })
})

export default function BuyLabelsPage() {
  const model = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return <BuyLabelsView model={model} answer={answer} />
}
