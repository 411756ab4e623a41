import { updateRows } from '#db/testing-row.ts'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { listRuns } from '#features/machinery/file-runs/file-runs-db.server.ts'
import * as downloadPage from '#features/reports/downloads/download-page.tsx'
import { findPreset } from '#features/reports/downloads/presets.ts'
import * as fileResource from '#features/reports/runs/report-file-resource.ts'
import { runFileJob } from '#features/reports/testing.ts'
import { addFormProducts, addFormShop } from '#features/selling/listing-form/testing.ts'
import { readPolicies } from '#features/selling/policies/policies-db.server.ts'
import * as page from '#features/selling/shipping-policy/shipping-policy-page.tsx'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { paths } from '#web/paths.ts'
import { testApi } from '#api/testing.ts'

const { db, hub, now } = await testHubAt('2026-11-20T12:00:00Z')
hub.config.listingUrl = 'https://market.example/item/{item}'
const api = await testApi(db)
await addFormProducts(db)

it.each([
  {
    currency: 'JPY',
    country: 'JP',
    price: '80,000',
    typed: { minor: '1,200', free: '100,000' },
    rate: { by: 'flat', minor: 1_200 },
    freeFromMinor: 100_000,
    written: '1200',
    words: '¥1,200',
    refused: '1200.5',
  },
  {
    currency: 'KWD',
    country: 'KW',
    price: '80.500',
    typed: { minor: '1.250', free: '100' },
    rate: { by: 'flat', minor: 1_250 },
    freeFromMinor: 100_000,
    written: '1.250',
    words: 'KWD 1.250',
    refused: '1.2505',
  },
] as const)('shipping in $currency is the same amount in form, quote, API and file', async (of) => {
  const { currency, country, typed, written } = of
  const name = `shop-${currency.toLowerCase()}`
  const { sellerId, browser, publish, open } = await addFormShop(hub, db, name)
  await updateRows(db.owner, 'sellers', { id: sellerId }, { currency, country, external_id: name })
  const service = 'zones.0.services.0'
  const fields = {
    name: 'Parcel',
    'zones.0.places': country,
    [`${service}.by`]: 'flat',
    [`${service}.name`]: 'Yu-Pack',
  }
  const save = (minor: string) =>
    browser.post(page, paths.shippingPolicy(), {
      intent: 'save',
      ...fields,
      [`${service}.minor`]: minor,
      [`${service}.free`]: typed.free,
    })
  expect((await save(of.refused)).status).toBe(422)
  expect((await save(typed.minor)).status).toBe(303)
  const policy = (await db.asSeller(sellerId, 'read', (own) => readPolicies(own, sellerId))).find(
    (each) => each.name === 'Parcel',
  )!
  expect(policy.shipping?.zones[0]?.services[0]).toMatchObject({ rate: of.rate, freeFromMinor: of.freeFromMinor })
  // The form shows what was typed, and reads it again without a change.
  const again = (await browser.get(page, paths.shippingPolicy({ policy: policy.id }))).data
  expect(again.form.typed.zones[0].services[0].minor).toBe(written)
  expect(again.versions[0].lines[0].replaceAll(/\s/g, ' ')).toContain(of.words)

  const item = await publish({ 'policy.FULFILMENT': policy.id, price: of.price })
  const view = await open(`mode=ReviseItem&itemId=${item}`)
  expect(view.policies.find(({ id }) => id === policy.id)?.priceMinor).toBe(of.rate.minor)
  const { body } = await api.ask('POST', `/sellers/${name}/shipping-quotes`, {
    body: { to: { country }, items: [{ item, quantity: 1 }] },
  })
  expect(body.order.services).toMatchObject([{ service: 'Yu-Pack', price: { value: written, currency } }])
  const twice = await api.ask('POST', `/sellers/${name}/shipping-quotes`, {
    body: { to: { country }, items: [{ item, quantity: 2 }] },
  })
  expect(Number(twice.body.order.services[0].price.value)).toBe(0)

  const plan = findPreset('preset-google')!.plan!
  await browser.post(downloadPage, paths.newDownload(), {
    kind: 'product-feed',
    step: 'create',
    rows: plan.rows,
    format: plan.format,
    column: plan.columns.map(({ column }) => column),
  })
  await runFileJob(hub)
  const [run] = await db.asSeller(sellerId, 'read', (own) => listRuns(own, { sellerId, now, limit: 1 }))
  const text = await browser.download(fileResource, paths.reportFile(run!.id))
  const rows: Record<string, string>[] = parse(text, { bom: true, delimiter: '\t', columns: true })
  expect(rows.map((row) => row['shipping'])).toEqual([`${country}::Yu-Pack:${written} ${currency}`])
})
