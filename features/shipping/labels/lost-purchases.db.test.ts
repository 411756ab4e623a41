import { addRow, rowOf, updateRows } from '#db/testing-row.ts'
import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { minute } from '#lib/duration.ts'
import { workOnDueLabels } from './due-labels.server.ts'
import { providerFor } from './label-accounts-db.server.ts'
import { labelRequest, startTestCarrier, toLeeds } from './testing.ts'
import { wantLabels, type LabelRequest } from './want-labels-db.server.ts'
import { workOnLabel } from './work-label.server.ts'

let now = new Date('2026-11-20T14:30:00Z')
const db = await testDatabase({ poolSize: 4 })
const carrier = await startTestCarrier(db, () => now)
afterAll(() => carrier.stop())
const { hub } = carrier
let shops = 0

/** A label whose purchase the carrier makes only after the hub has stopped to ask for it. */
async function lostPurchase(units: number, contents: LabelRequest['contents']) {
  const sellerId = await addSeller(db, `lost${++shops}`)
  const account = await carrier.account(sellerId)
  const order = await addOrderToShip(db, sellerId, [units])
  const request = labelRequest(order, account, { contents })
  const buy = async (wanted: LabelRequest) => {
    const member = { id: 'ada', name: 'Ada', isLimited: false }
    const [outcome] = await db.asSeller(sellerId, 'write', (own) =>
      wantLabels(own, { sellerId, member, batch: null, zone: 'Europe/London', now }, [wanted]),
    )
    if (!outcome?.ok) throw new Error(outcome?.reason)
    return workOnLabel(hub, outcome.label)
  }
  await account.fault('ERROR_BEFORE_BUYING')
  const { rate_id: rateId } = await buy(request)
  for (let asks = 0; asks < 3; asks += 1) {
    now = new Date(now.getTime() + 10 * minute)
    const signal = new AbortController().signal
    await workOnDueLabels(hub, { signal, report: (error) => expect.fail(String(error)) })
  }
  const labels = () =>
    db.owner.selectFrom('labels').selectAll().where('seller_id', '=', sellerId).orderBy('id').execute()
  expect(await labels()).toMatchObject([{ state: 'FAILED', problem: 'NOT_BOUGHT' }])
  const late = await providerFor(account, hub).buy(rateId!, { ...toLeeds, key: request.key }, 'PDF_A6')
  return { account, order, request, buy, labels, late }
}

const one = [{ line: 1, units: 1 }]

it.each(['again', 'by another sheet'])('adopts a purchase that was made late, when it is bought %s', async (how) => {
  const lost = await lostPurchase(1, one)
  await lost.buy(how === 'again' ? lost.request : labelRequest(lost.order, lost.account))
  const labels = await lost.labels()
  expect(labels[0]).toMatchObject({ state: 'BOUGHT', provider_label_id: lost.late.id, problem: null })
  expect(labels.slice(1).map(({ problem }) => problem)).toEqual(how === 'again' ? [] : ['EARLIER'])
  expect(await lost.account.charged()).toEqual(new Map([[lost.late.id, labels[0]!.cost_minor]]))
})

it('buys nothing while an earlier purchase cannot be asked for', async () => {
  const lost = await lostPurchase(1, one)
  await lost.account.fault('AWAY', { path: '/v1/labels' })
  expect(await lost.buy(labelRequest(lost.order, lost.account))).toMatchObject({ problem: 'UNAVAILABLE' })
  expect((await lost.account.charged()).size).toBe(1)
})

it('does not ask an account that was removed, of which nobody has the key', async () => {
  const lost = await lostPurchase(1, one)
  await updateRows(
    db.owner,
    'label_accounts',
    { seller_id: lost.account.seller_id },
    { name: 'Removed', sealed_key: null, removed_at: now },
  )
  const { id: _, account_key: __, ...same } = await rowOf(db.owner, 'label_accounts', { id: lost.account.id })
  const other = await addRow(db.owner, 'label_accounts', {
    ...same,
    name: 'New',
    sealed_key: lost.account.sealed_key,
    removed_at: null,
  })
  expect(await lost.buy(labelRequest(lost.order, other))).toMatchObject({ state: 'BOUGHT' })
})
