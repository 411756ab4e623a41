import { describe, expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import type { DisputeNumber } from '#features/after-sale/disputes/dispute.ts'
import { moveDispute } from '#features/after-sale/disputes/move-dispute-db.server.ts'
import { addDispute } from '#features/after-sale/disputes/testing.ts'
import { removeUnusedPictures } from '#features/core/listing-pictures/remove-unused.server.ts'
import { smallPdf } from '#features/core/listing-pictures/testing-pdf.ts'
import { memoryStore } from '#features/core/listing-pictures/testing-store.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { listRoutes } from '#features/machinery/grid/list-routes.server.ts'
import { unpackModel } from '#features/machinery/grid/packed-model.ts'
import { eraseBuyer } from '#features/operator/erasure/erase-buyer-db.server.ts'
import * as orderPage from '#features/order-page/details/order-details-page.tsx'
import * as shownPicture from '#features/orders/conversations/shown-picture-resource.ts'
import { signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testServices } from '#features/people/accounts/testing.ts'
import { brand } from '#lib/brand.ts'
import { day } from '#lib/duration.ts'
import { paths, withQuery } from '#web/paths.ts'
import { roles, type Role } from '#web/roles.ts'
import { addPostedOrder, type PostedOrder } from '../testing.ts'
import * as disputeFile from './dispute-file-resource.ts'
import * as disputePage from './dispute-page.tsx'
import { disputesList } from './disputes-list.server.ts'

const now = new Date('2026-11-22T10:40:00Z')
const ago = (days: number) => new Date(now.getTime() - days * day)
const db = await testDatabase()
const hub = testServices(db, { now: () => now })
const store = memoryStore()
hub.pictures = { ...hub.pictures, store }
const list = { loader: listRoutes(disputesList).page }
const by = {} as Record<Role, TestBrowser>

const members = await Promise.all(roles.map((role) => addTestMember(hub, { name: role })))
const sellerId = await addTestSeller(db, Object.fromEntries(members.map(({ id }, index) => [id, roles[index]!])))
for (const [index, role] of roles.entries()) by[role] = await signedInBrowser(hub, members[index]!.email)

interface Disputed {
  order: PostedOrder
  number: DisputeNumber
  at: string
}

/** A dispute of 5.00 that was opened a day ago. */
async function disputed(more: Partial<Parameters<typeof addDispute>[1]> = {}): Promise<Disputed> {
  const order = await addPostedOrder(db, sellerId, { netMinor: 1_100 })
  const opened = await addDispute(db, { sellerId, order: order.number, openedAt: ago(1), now: ago(1), ...more })
  if (!opened.ok) throw new Error(opened.reason)
  const number = brand<DisputeNumber>(opened.dispute.dispute_number)
  return { order, number, at: paths.disputeDetails(number) }
}

const decide = (number: DisputeNumber, step: 'win' | 'lose') =>
  db.asSeller(sellerId, 'write', (own) => moveDispute(own, { sellerId, number, step, now, policyPack }))

const buyerOf = async (order: string): Promise<number> => {
  const of = db.owner.selectFrom('orders').select('buyer_id').where('order_number', '=', order)
  return (await of.executeTakeFirstOrThrow()).buyer_id
}

const modelOf = async (who: TestBrowser, at: string) => (await who.get(disputePage, at)).data.model

describe('the page of a dispute', () => {
  it('says what the buyer said, how much it is, and until when it must be answered', async () => {
    const { at, order } = await disputed()
    expect(await modelOf(by.owner, at)).toMatchObject({
      title: `Payment dispute of order ${order.number}`,
      status: { tone: 'warn', text: 'Waiting for your answer' },
      note: 'answer in 4 d, times in London (GMT)',
      reason: 'Not received',
      words: 'It never came.',
      form: {
        contest: 'The bank decides. If you win, £5.00 comes back; if you lose, it stays with the buyer.',
        accept: '£5.00 stays with the buyer. There is no fee, and the dispute is closed.',
        acceptDo: 'Give up £5.00',
      },
      why: 'The marketplace gives 5 days to answer. Without an answer the dispute is lost then.',
    })
  })

  it('names the fee of a lost dispute where the marketplace charges one', async () => {
    const { at } = await disputed()
    const { config } = hub
    onTestFinished(() => void (hub.config = config))
    hub.config = { ...config, policyPack: { ...policyPack, dispute: { ...policyPack.dispute, fee: { GBP: 1_500 } } } }
    const { form, money } = await modelOf(by.owner, at)
    expect(form.contest).toContain('and costs £15.00 more')
    expect(money.at(-1)).toEqual({ label: 'Fee if it is lost', text: '−£15.00' })
  })

  it('takes an answer once, which cannot be changed', async () => {
    const { at, number } = await disputed()
    const answer = { step: 'contest', text: 'Delivered on 12 November.' }
    const sent = await by.manager.post(disputePage, at, answer)
    expect([sent.status, sent.location]).toEqual([303, paths.disputeDetails(number, undefined, 'contest')])
    expect(await modelOf(by.owner, at)).toMatchObject({
      status: { text: 'With the bank' },
      form: null,
      given: { text: 'Delivered on 12 November.', by: 'manager, 22 Nov, 10:40' },
    })
    // A double click.
    expect((await by.manager.post(disputePage, at, answer)).status).toBe(303)
    const late = await by.owner.post(disputePage, at, { step: 'contest', text: 'Something else.' })
    expect([late.status, late.data]).toEqual([
      409,
      {
        errors: { form: 'It was answered before. Your answer was not sent.' },
        values: { step: 'contest', text: 'Something else.' },
        pictures: [],
        documents: [],
      },
    ])
    await decide(number, 'win')
    const { history, money } = await modelOf(by.owner, at)
    expect(history.map(({ text, by: who }: { text: string; by: string | null }) => [text, who])).toEqual([
      ['The buyer’s bank asked for £5.00 back: Not received', null],
      ['Payment dispute contested', 'manager'],
      ['Payment dispute won: £5.00 is back', 'Marketplace'],
    ])
    expect(money.map(({ text }: { text: string }) => text)).toEqual(['£12.00', '−£5.00', '£5.00'])
  })

  it('keeps what was typed where it is refused', async () => {
    const { at } = await disputed()
    const refused = async (fields: Record<string, string>) => {
      const { status, data } = await by.owner.post(disputePage, at, fields)
      return [status, data.errors, data.values]
    }
    expect(await refused({ text: 'Delivered.' })).toEqual([
      422,
      { step: 'Choose your answer.' },
      { step: '', text: 'Delivered.' },
    ])
    expect(await refused({ step: 'contest', text: ' ' })).toMatchObject([
      422,
      { text: 'Write to the bank why the payment is right.' },
      {},
    ])
    const long = 'é'.repeat(1_003)
    expect(await refused({ step: 'contest', text: long })).toEqual([
      422,
      { text: 'At most 1,000 characters. Shorten it by 3.' },
      { step: 'contest', text: long },
    ])
    expect(await modelOf(by.owner, at)).toMatchObject({ status: { text: 'Waiting for your answer' } })
  })

  it('takes PDFs by their content, and lets them be saved by those who may read the answer', async () => {
    const { at, number, order } = await disputed()
    const answer = (files: File[], more: Record<string, string> = {}) => {
      const form = new FormData()
      for (const [name, value] of Object.entries({ step: 'contest', text: 'See the receipt.', ...more }))
        form.append(name, value)
      for (const file of files) form.append('photos', file)
      return by.owner.post(disputePage, at, form)
    }
    const pdf = (name: string, content = smallPdf()) => new File([content], name, { type: 'image/png' })
    const receipt = smallPdf({ note: 'receipt' })
    const refused = await answer([
      pdf('C:\\Belege\\Beleg "1" für\nBank.PDF', receipt),
      pdf('page.pdf', '<!doctype html><script>alert(1)</script>'),
      pdf('cut.pdf', receipt.slice(0, -9)),
      pdf('locked.pdf', smallPdf({ trailer: '/Encrypt 5 0 R' })),
      pdf('large.pdf', smallPdf({ note: 'x'.repeat(1_500_000) })),
    ])
    expect([refused.status, refused.data.errors]).toEqual([
      422,
      {
        photos: [
          'page.pdf: only PDF, JPEG and PNG.',
          'large.pdf: larger than 1.5 MB.',
          'cut.pdf: the PDF is damaged or incomplete. Export it once more.',
          'locked.pdf: a password locks the PDF. Save it without one, so that the bank can open it.',
        ].join(' '),
      },
    ])
    const name = 'Beleg "1" fürBank.pdf'
    expect(refused.data.documents).toEqual([{ hash: expect.any(String), name, bytes: receipt.length }])
    const [{ hash }] = refused.data.documents
    const many = await answer(
      [1, 2, 3, 4, 5].map((nth) => pdf(`${nth}.pdf`, smallPdf({ note: `${nth}` }))),
      {
        document: `${hash} ${name}`,
      },
    )
    expect(many.data.errors).toEqual({ photos: 'At most 5 files.' })
    // Sent once more under another name, it is the same file.
    expect((await answer([pdf('again.pdf', receipt)], { document: `${hash} ${name}` })).status).toBe(303)
    const { given } = await modelOf(by.owner, at)
    const href = paths.disputeFile(number, hash)
    expect([given.pictures, given.documents]).toEqual([[], [{ href, name, size: '1 kB' }]])
    const { status, headers } = await by.manager.get(disputeFile, href)
    expect([status, Object.fromEntries(headers)]).toEqual([
      200,
      {
        'cache-control': 'private, no-store',
        'content-disposition': "attachment; filename*=UTF-8''Beleg%20%221%22%20f%C3%BCrBank.pdf",
        'content-length': String(receipt.length),
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'content-type': 'application/pdf',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      },
    ])
    expect(await by.owner.download(disputeFile, href)).toBe(receipt)
    for (const role of roles)
      expect((await by[role].get(disputeFile, href)).status, role).toBe(['owner', 'manager'].includes(role) ? 200 : 403)
    const other = await disputed()
    expect((await by.owner.get(disputeFile, paths.disputeFile(other.number, hash))).status).toBe(404)
    // Pictures are shown to more roles: a document is none of them.
    expect((await by.owner.get(shownPicture, paths.shownPicture(hash, 'large'))).status).toBe(404)

    await decide(number, 'lose')
    const erasing = { sellerId, buyerId: await buyerOf(order.number), requestKey: 'ab12'.repeat(4), now }
    expect(await eraseBuyer(db.owner, erasing)).toBe(true)
    await removeUnusedPictures({ ...hub, now: () => new Date() })
    expect((await by.owner.get(disputeFile, href)).status).toBe(404)
    expect([...store.files.keys()].filter((file) => file.startsWith(hash))).toEqual([])
  })

  it('is lost where the answer comes too late, and says so', async () => {
    const { at } = await disputed({ openedAt: ago(6), now: ago(6) })
    expect((await modelOf(by.owner, at)).note).toContain('the time to answer is over')
    const late = await by.owner.post(disputePage, at, { step: 'contest', text: 'Delivered.' })
    expect([late.status, late.data.errors]).toEqual([409, { form: 'It is decided already. Your answer was not sent.' }])
    const { status, history } = await modelOf(by.owner, at)
    expect(status.text).toBe('Lost')
    expect(history.at(-1)).toMatchObject({
      text: 'Payment dispute lost, because it was not answered in time',
      by: 'automatically',
    })
  })

  it('leaves nothing to refund on the page of its order until it is won', async () => {
    const { number, order } = await disputed({ amountMinor: 1_100 })
    const refund = async () => (await by.owner.get(orderPage, paths.orderDetails(order.number))).data.refundHref
    expect(await refund()).toBeNull()
    await decide(number, 'win')
    expect(await refund()).toBe(paths.refundOrder(order.number))
  })

  it('is for roles that may see money; owners and managers answer', async () => {
    const { at, number, order } = await disputed()
    const sees: readonly Role[] = ['owner', 'manager', 'accountant']
    for (const role of roles) {
      const may = sees.includes(role)
      const answers = role === 'owner' || role === 'manager'
      expect((await by[role].get(disputePage, at)).status, role).toBe(may ? 200 : 403)
      expect((await by[role].get(list, paths.disputes)).status, role).toBe(may ? 200 : 403)
      expect((await by[role].post(disputePage, at, {})).status, role).toBe(answers ? 422 : 403)
      const { data } = await by[role].get(orderPage, paths.orderDetails(order.number))
      const shown = JSON.stringify(data.model)
      expect(shown.includes(number), role).toBe(may)
      expect(shown.includes('asked for'), role).toBe(may)
    }
    const { form, viewerNote, words, hidden } = await modelOf(by.accountant, at)
    expect([form, viewerNote, words, hidden]).toEqual([
      null,
      'Owners and managers answer this.',
      null,
      'Your role does not show what buyer and seller wrote.',
    ])
    const unknown = paths.disputeDetails('000000000000')
    expect((await by.owner.get(disputePage, unknown)).status).toBe(404)
    expect((await by.owner.post(disputePage, unknown, { step: 'accept' })).status).toBe(404)
  })
})

it('the list of disputes has a tab for each state, with sums and search', async () => {
  const first = await disputed({ amountMinor: 300 })
  await by.owner.post(disputePage, first.at, { step: 'accept' })
  const open = await disputed({ amountMinor: 400, reason: 'UNAUTHORIZED' })
  const page = async (query: Record<string, string>) =>
    unpackModel((await by.owner.get(list, withQuery(paths.disputes, query))).data.model)
  const { tabs } = await page({})
  expect(tabs?.map(({ label }) => label)).toEqual([
    'All payment disputes',
    'To answer',
    'With the bank',
    'Won',
    'Lost or accepted',
  ])
  const found = await page({ q: open.order.number })
  expect(found.rows.map(({ key }) => key)).toEqual([open.number])
  const mine = await page({ state: 'ACTION_NEEDED', why: 'UNAUTHORIZED' })
  expect(mine.rows.map(({ key }) => key)).toEqual([open.number])
  expect(JSON.stringify(mine.totals)).toContain('£4.00')
})
