import { hour } from '#lib/duration.ts'
import { createServer } from 'node:http'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, it, onTestFinished } from 'vitest'
import { currencyDecimals } from '#lib/money.ts'
import { portOf } from '#lib/listening.ts'
import { newSecret } from '#lib/webhook-signature.ts'
import { startCarrier, type CarrierOptions } from '../../../examples/carrier/start-carrier.ts'
import type { LabelEvent, LabelFile, LabelParcel } from './label-provider.ts'
import { providerFetch } from './provider-fetch.server.ts'
import { providerOf } from './provider-of.ts'
import { testCustoms, testParcel, testRecipient, toZurich } from './testing-parcels.ts'

const key = 'carrier_of_tests'

/** A running carrier whose clock stands, and an account at it. */
async function account(options: CarrierOptions = {}) {
  const clock = { now: new Date('2026-11-23T10:00:00Z') }
  const carrier = await startCarrier({ now: () => clock.now, ...options })
  onTestFinished(() => carrier.stop())
  const fetch = providerFetch({ webhookNetworks: [], ownCarrier: carrier.url })
  const provider = providerOf('EXAMPLE', { url: carrier.url, key, fetch })
  const play = async (path: string, body: object, method = 'POST') => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await globalThis.fetch(`${carrier.url}${path}`, { method, headers, body: JSON.stringify(body) })
    expect(answer.ok).toBe(true)
  }
  const buy = async (parcel: LabelParcel = testParcel(), code = 'tracked_48') => {
    const rate = (await provider.rates(parcel)).find((each) => each.code === code)!
    return { parcel, rate, label: await provider.buy(rate.id, parcel, 'PDF_A6') }
  }
  const charges = async () =>
    (await provider.charges!(new Date(0), new Date('2100-01-01'))).map(({ kind, amountMinor }) => [kind, amountMinor])
  return { carrier, clock, provider, play, buy, charges }
}

async function textOf({ type, content }: LabelFile): Promise<string> {
  expect(type).toBe('application/pdf')
  const { text } = await extractText(await getDocumentProxy(content.slice()), { mergePages: true })
  return text
}

it('offers what carries the parcel, cheapest first, in the currency of the account', async () => {
  const { provider } = await account()
  const codes = async (change: Partial<LabelParcel>) =>
    (await provider.rates(testParcel(change))).map(({ code }) => code)
  expect(await codes({ grams: 400 })).toEqual(['letter', 'tracked_48', 'tracked_24'])
  expect(await codes({ grams: 400, signature: true })).toEqual(['tracked_48', 'tracked_24'])
  expect(await codes({ grams: 400, to: { ...testRecipient, country: 'FR', postcode: '75001' } })).toEqual([
    'letter',
    'international_tracked',
    'international_express',
  ])
  expect(await codes({ grams: 90_000 })).toEqual([])
  const [cheapest] = await provider.rates(testParcel({ currency: 'JPY' }))
  expect(cheapest).toMatchObject({
    carrier: 'Example Post',
    service: 'Tracked 48',
    costMinor: 339,
    currency: 'GBP',
    days: [2, 3],
  })
  for (const currency of ['JPY', 'KWD']) {
    const other = await account()
    const [first] = await other.provider.rates(testParcel({ currency }))
    expect(first).toMatchObject({
      currency,
      costMinor: Math.round(3.39 * { JPY: 195, KWD: 0.4 }[currency]! * 10 ** currencyDecimals(currency)),
    })
  }
})

it('sells one label for a rate and a parcel, however often it is asked, and finds it again', async () => {
  const { provider, buy, charges } = await account()
  const { parcel, rate, label } = await buy()
  expect(label).toMatchObject({
    carrier: 'Example Post',
    service: 'Tracked 48',
    costMinor: 339,
    currency: 'GBP',
    customsForm: null,
  })
  expect(label.trackingNumber).toMatch(/^XP\d{12}$/)
  expect((await provider.buy(rate.id, parcel, 'ZPL')).id).toBe(label.id)
  expect(await provider.find(rate.id, parcel, 'PDF_A6')).toMatchObject({ id: label.id, void: null })
  const other = testParcel()
  const [unbought] = await provider.rates(other)
  expect(await provider.find(unbought!.id, other, 'PDF_A6')).toBeNull()
  await expect(provider.buy(unbought!.id, parcel, 'PDF_A6')).rejects.toMatchObject({ failure: 'REFUSED' })
  await expect(provider.buy('rate_unknown', other, 'PDF_A6')).rejects.toMatchObject({
    failure: 'REFUSED',
    message: 'The rate has expired: ask for rates again',
  })
  expect(await charges()).toEqual([['LABEL', 339]])
})

it('prints labels in each size with the address, the number and the customs data', async () => {
  const { provider, buy } = await account()
  const { label } = await buy(toZurich(), 'international_tracked')
  const sizes = { PDF_A6: [298, 420], PDF_4X6: [288, 432], PDF_A4: [595, 842] } as const
  for (const [format, size] of Object.entries(sizes)) {
    const file = await provider.reprint(label.id, format as keyof typeof sizes)
    const page = await (await getDocumentProxy(file.content.slice())).getPage(1)
    const { width, height } = page.getViewport({ scale: 1 })
    expect([width, height].map(Math.round)).toEqual(size)
    const text = await textOf(file)
    for (const words of ['International Tracked', 'Zoë Müller', '8001 Zürich', 'CN 22', 'HS 900653, JP', '90.00 GBP'])
      expect(text).toContain(words)
    expect(text.replaceAll(' ', '')).toContain(label.trackingNumber)
  }
  const zpl = Buffer.from((await provider.reprint(label.id, 'ZPL')).content).toString()
  expect(zpl).toMatch(/^\^XA[^]*\^XZ\n$/)
  for (const words of [`^BCN,150,Y,N,N^FD${label.trackingNumber}^FS`, 'Zoë Müller', 'HS 900653, JP', 'Ref 12-00042-17'])
    expect(zpl).toContain(words)
})

it('adds a customs form for goods of a high value, and prints names in any script', async () => {
  const { buy } = await account()
  const items = testCustoms.items.map((item) => ({ ...item, valueMinor: 20_000 }))
  const to = { ...toZurich().to, name: '王小明 Łukasz', lines: ['^XZ ~ улица'] }
  const { label } = await buy(toZurich({ to, customs: { ...testCustoms, items } }), 'international_express')
  const text = await textOf(label.customsForm!)
  for (const words of ['CN 23', 'Lukasz', '400.00 GBP', 'IOSS IM2760000742', 'Sender EORI GB123456789000'])
    expect(text).toContain(words)
  expect(await textOf(label.file)).toContain('See the attached CN 23')
})

it('takes a label back within its time and refunds it later, unless the parcel is on its way', async () => {
  const { clock, carrier, provider, play, buy, charges } = await account({ voidMinutes: 60, refundAfterMs: 5_000 })
  const [{ label, parcel, rate }, moving, used, late] = [await buy(), await buy(), await buy(), await buy()]
  expect([await provider.void(label.id), await provider.void(label.id), await provider.void(used.label.id)]).toEqual([
    'PENDING',
    'PENDING',
    'PENDING',
  ])
  await play('/moves', { label: moving.label.id, kind: 'ACCEPTED' })
  expect(await provider.void(moving.label.id)).toBe('REFUSED')
  await play('/moves', { label: used.label.id, kind: 'ACCEPTED' })
  expect(await charges()).toHaveLength(4)
  clock.now = new Date(clock.now.getTime() + 5_000)
  carrier.settle()
  expect((await provider.find(rate.id, parcel, 'PDF_A6'))?.void).toBe('VOIDED')
  expect(await provider.void(label.id)).toBe('VOIDED')
  expect(await provider.void(used.label.id)).toBe('REFUSED')
  expect((await charges()).slice(4)).toEqual([['REFUND', -339]])
  await expect(provider.manifest!([label.id])).rejects.toMatchObject({ failure: 'REFUSED' })
  expect(await textOf(await provider.manifest!([late.label.id]))).toContain(late.label.trackingNumber)
  clock.now = new Date(clock.now.getTime() + hour)
  expect(await provider.void(late.label.id)).toBe('REFUSED')
})

it('corrects a label’s price when the parcel is weighed, and shows the balance', async () => {
  const { provider, play, buy, charges } = await account()
  expect(await provider.balance!()).toBeNull()
  const { label } = await buy()
  await play('/corrections', { label: label.id, grams: 2_500 })
  expect(await charges()).toEqual([
    ['LABEL', 339],
    ['CORRECTION', 120],
  ])
  const balance = await provider.balance!()
  expect(balance).toMatchObject({ minor: 50_000 - 459, currency: 'GBP' })
  const page = await fetch(balance!.topUpUrl!, { method: 'POST', body: new URLSearchParams({ amount: '20' }) })
  expect(await page.text()).toContain(`Balance: ${(50_000 - 459 + 2_000) / 100} GBP`)
  // What is left does not suffice for all.
  const dear = testParcel({ insuredMinor: 9_000_000 })
  await expect(buy(dear)).rejects.toMatchObject({ failure: 'REFUSED', message: /balance is too low/ })
})

it('tells of a parcel by signed webhooks and when asked', async () => {
  const received: { url: URL; headers: Headers; body: string }[] = []
  const hub = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => (body += piece))
    request.on('end', () => {
      received.push({
        url: new URL('http://hub.example/'),
        headers: new Headers(request.headers as Record<string, string>),
        body,
      })
      response.end()
    })
  })
  await new Promise<void>((listening) => hub.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void hub.close())
  const { carrier, provider, play, buy } = await account({ now: () => new Date() })
  const secret = newSecret()
  await play('/v1/webhook', { url: `http://127.0.0.1:${portOf(hub)}/`, secret }, 'PUT')
  const { label } = await buy()
  for (const kind of ['ACCEPTED', 'IN_TRANSIT', 'EXCEPTION', 'DELIVERED', 'RETURNED']) {
    await play('/moves', { label: label.trackingNumber, kind })
    await carrier.webhooksSent()
  }
  const events = received.map((request) => provider.readWebhook(request, secret))
  const kinds = (list: LabelEvent[]) => list.map(({ kind }) => kind)
  const expected = ['SCANNED', 'SCANNED', 'EXCEPTION', 'DELIVERED', 'RETURNED_TO_SENDER']
  expect(events.flatMap((each) => kinds(each!))).toEqual(expected)
  expect(events[0]![0]).toMatchObject({ label: { id: label.id }, text: 'Accepted at a post office' })
  expect(await provider.track(label.id)).toEqual(events.flat())
  const [{ url, headers, body }] = received as [(typeof received)[0]]
  expect(provider.readWebhook({ url, headers, body: `${body} ` }, secret)).toBeNull()
  expect(provider.readWebhook({ url, headers, body }, newSecret())).toBeNull()
  expect(provider.readWebhook({ url, headers: new Headers(), body }, secret)).toBeNull()
})

it('moves parcels by itself at the speed it is told', async () => {
  const { clock, carrier, provider, buy } = await account({ stepMs: 1_000 })
  const { label } = await buy()
  const steps = async () => (await provider.track(label.id)).length
  expect(await steps()).toBe(0)
  for (const count of [1, 2, 3, 3]) {
    clock.now = new Date(clock.now.getTime() + 1_000)
    carrier.settle()
    expect(await steps()).toBe(count)
  }
})

it('says what is wrong with an address, and how it would write it', async () => {
  const { provider } = await account()
  const check = (change: object) => provider.checkAddress!({ ...testRecipient, ...change })
  expect(await check({})).toEqual({ problems: [], suggestion: null })
  expect(await check({ postcode: 'ls14dy' })).toMatchObject({ suggestion: { postcode: 'LS1 4DY' } })
  expect(await check({ postcode: '1', lines: [] })).toEqual({
    problems: ['The street is missing', '1 is not a postcode of GB'],
    suggestion: null,
  })
})

it('fails as the port says', async () => {
  const { provider, play, charges } = await account()
  const parcel = testParcel()
  const [rate] = await provider.rates(parcel)
  const buy = () => provider.buy(rate!.id, parcel, 'PDF_A6')
  for (const fault of ['AWAY', 'TOO_MANY', 'WRONG_JSON', 'ERROR_BEFORE_BUYING']) {
    await play('/faults', { fault })
    await expect(buy()).rejects.toMatchObject({ failure: 'UNAVAILABLE' })
    expect(await provider.find(rate!.id, parcel, 'PDF_A6')).toBeNull()
  }
  await play('/faults', { fault: 'REFUSE_SERVICE', service: 'tracked_48' })
  await expect(buy()).rejects.toMatchObject({ failure: 'REFUSED', message: 'Tracked 48 is not available today' })
  await play('/faults', { fault: 'LATE', ms: 10 })
  expect(await buy()).toMatchObject({ costMinor: 339 })
  expect(await charges()).toHaveLength(1)
})

it('has sold a label whose answer never comes', async () => {
  const { carrier, provider, play, charges } = await account()
  const within = providerFetch({ webhookNetworks: [], ownCarrier: carrier.url })
  const impatient = providerOf('EXAMPLE', {
    url: carrier.url,
    key,
    fetch: (request) => within(new Request(request, { signal: AbortSignal.timeout(500) })),
  })
  const parcel = testParcel()
  const [rate] = await provider.rates(parcel)
  await play('/faults', { fault: 'SILENT_AFTER_BUYING' })
  await expect(impatient.buy(rate!.id, parcel, 'PDF_A6')).rejects.toMatchObject({
    failure: 'UNAVAILABLE',
    message: 'The provider did not answer in time',
  })
  expect(await provider.find(rate!.id, parcel, 'PDF_A6')).toMatchObject({ costMinor: 339, void: null })
  expect(await charges()).toEqual([['LABEL', 339]])
})

it('does not know other keys, and never repeats one', async () => {
  const { carrier, provider } = await account()
  await provider.checkKey()
  const fetch = providerFetch({ webhookNetworks: [], ownCarrier: carrier.url })
  const stranger = providerOf('EXAMPLE', { url: carrier.url, key: 'sk_live_4711', fetch })
  const failure = await stranger.checkKey().catch((error: unknown) => error)
  expect(failure).toMatchObject({ failure: 'KEY' })
  expect(String((failure as Error).stack)).not.toContain('sk_live')
})
