import type { StockNews } from '#features/core/task/mail-rules.ts'
import { addRows, rowOf, updateRows } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addMember, addSeller } from '#db/testing-seller.ts'
import { signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, testServices } from '#features/people/accounts/testing.ts'
import { addOrders } from '#features/orders/order-list/testing.ts'
import { readMailChoices, saveMailChoices } from '#features/core/task/mail-choices-db.server.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { hour, minute } from '#lib/duration.ts'
import type { Role } from '#web/roles.ts'
import { countHealth } from '#features/operator/console/count-health.server.ts'
import { paths } from '#web/paths.ts'
import * as mailSettings from './mail-settings-page.tsx'
import { sendTaskMails } from './send-task-mails.server.ts'

const now = new Date('2026-10-27T14:30:00Z')

const db = await testDatabase()
const seller = await addSeller(db, 'ann & sons')
await addOrders(db, { sellerId: seller, count: 120, now, seed: 'mails' })
for (const id of ['ann', 'bob', 'eve']) await addMember(db, seller, id)
await db.owner.updateTable('memberships').set({ role: 'viewer' }).where('member_id', '=', 'eve').execute()
await db.owner.updateTable('members').set({ preferences: '{"locale":"de"}' }).where('id', '=', 'bob').execute()
// Without deadlines in these hours; warnings are tested below.
await choose('ann', { morning: true, warn24: false, warn4: false })
await choose('bob', { morning: true, warn24: false, warn4: false })

function choose(
  memberId: string,
  choices: { morning: boolean; warn24: boolean; warn4: boolean; weekly?: boolean; stock?: StockNews[] },
) {
  return db.asSeller(seller, 'write', (own) =>
    saveMailChoices(own, {
      sellerId: seller,
      memberId,
      role: 'owner',
      choices: { weekly: false, stock: [], ...choices },
    }),
  )
}
const setRoleOf = (memberId: string, role: Role) =>
  db.owner.updateTable('memberships').set({ role }).where('member_id', '=', memberId).execute()

const hubAt = (at: Date) => testServices(db, { now: () => at })
const unexpected = (error: unknown) => {
  throw error
}

describe('task mails', () => {
  it('come in the morning, one to each member who wants it, from one of the processes', async () => {
    const [first, second] = [hubAt(now), hubAt(now)]
    const sent = await Promise.all([sendTaskMails(first, unexpected), sendTaskMails(second, unexpected)])
    expect(sent.reduce((sum, n) => sum + n, 0)).toBe(2)
    const mails = [...first.mails, ...second.mails].toSorted((a, b) => (a.to < b.to ? -1 : 1))
    expect(mails.map(({ to }) => to)).toEqual(['ann@example.com', 'bob@example.com'])
    const [english, german] = mails
    expect(english!.subject).toMatch(/^ann & sons: \d+ late, \d+ due today$/)
    expect(german!.subject).toMatch(/^ann & sons: \d+ überfällig, \d+ heute fällig$/)
    // One mail with everything late, due today and tomorrow, with links.
    for (const said of [english!.text, english!.html!]) {
      expect(said).toMatch(/Late \(\d+\)/)
      expect(said).toMatch(/Tomorrow, Wed 28 Oct \(\d+\)/)
      expect(said).not.toMatch(/Later \(/)
      expect(said).toMatch(/Ship \d+ orders by \d\d:\d\d/)
      expect(said).toContain('/sh/ord?')
      expect(said).toContain('/settings/mail')
      expect(said).toContain('London (GMT)')
    }
    expect(english!.html).toContain('ann &amp; sons')
    expect(english!.html).not.toContain('ann & sons')
  })

  it('come once a day, and not for days without a running process', async () => {
    const again = hubAt(new Date(now.getTime() + hour))
    expect(await sendTaskMails(again, unexpected)).toBe(0)
    const evening = hubAt(new Date('2026-10-28T18:00:00Z'))
    expect(await sendTaskMails(evening, unexpected)).toBe(0)
    const later = hubAt(new Date('2026-10-31T08:00:00Z'))
    expect(await sendTaskMails(later, unexpected)).toBe(2)
  })

  it('warn 24 and 4 hours before a deadline, with all deadlines in one mail, each once', async () => {
    await choose('bob', { morning: false, warn24: false, warn4: false })
    const own = await addSeller(db, 'cay')
    await addMember(db, own, 'cay')
    await addOrders(db, { sellerId: own, count: 3, now, seed: 'cay' })
    const night = new Date('2026-11-02T20:00:00Z')
    const dueAt = new Date('2026-11-03T19:00:00Z')
    await db.owner.deleteFrom('orders').where('seller_id', '=', own).execute()
    const address = await rowOf(db.owner, 'addresses', { seller_id: own })
    await addRows(
      db.owner,
      'orders',
      [dueAt, dueAt, new Date(dueAt.getTime() + 2 * hour)].map((shipBy, index) => ({
        seller_id: own,
        order_number: `88-00000-0000${index}`,
        buyer_id: address.buyer_id,
        buyer_username: 'anna',
        ship_to_address_id: address.id,
        ship_to_country: 'GB',
        placed_at: now,
        paid_at: now,
        payment_status: 'PAID' as const,
        ship_by: shipBy,
        currency: 'GBP',
        subtotal_minor: 1000,
        line_count: 1,
        unit_count: 1,
      })),
    )
    const mailsAt = async (at: Date) => {
      const hub = hubAt(at)
      await sendTaskMails(hub, unexpected)
      return hub.mails.filter(({ to }) => to === 'cay@example.com').map(({ subject }) => subject)
    }
    // 23 hours before two of them; the third is further away.
    expect(await mailsAt(night)).toEqual(['cay: 2 deadlines are near'])
    expect(await mailsAt(new Date(night.getTime() + hour / 4))).toEqual([])
    expect(await mailsAt(new Date('2026-11-02T21:00:00Z'))).toEqual(['cay: 1 deadline is near'])
    // The morning's mail replaces the warning.
    expect(await mailsAt(new Date('2026-11-03T15:00:00Z'))).toEqual(['cay: 3 due today'])
    expect(await mailsAt(new Date('2026-11-03T16:00:00Z'))).toEqual([])
    expect(await mailsAt(new Date('2026-11-03T17:00:00Z'))).toEqual(['cay: 1 deadline is near'])
    // No run until the deadline had passed: the next morning's mail has it, and there is no warning.
    expect(await mailsAt(new Date('2026-11-03T22:00:00Z'))).toEqual([])
  })

  it('that the mail server rejects are tried again, and block no other', async () => {
    const at = new Date('2026-11-10T09:00:00Z')
    const refusing = hubAt(at)
    const problems: unknown[] = []
    const deliver = refusing.mailer.deliver
    refusing.mailer.deliver = (mail) =>
      mail.to === 'ann@example.com' ? Promise.reject(new Error('450 try later')) : deliver(mail)
    expect(await sendTaskMails(refusing, (error) => void problems.push(error))).toBe(1)
    expect(problems).toHaveLength(1)
    const soon = hubAt(new Date(at.getTime() + 14 * minute))
    expect(await sendTaskMails(soon, unexpected)).toBe(0)
    const next = hubAt(new Date(at.getTime() + 15 * minute))
    expect(await sendTaskMails(next, unexpected)).toBe(1)
    expect(next.mails.map(({ to }) => to)).toEqual(['ann@example.com'])
  })

  it('wait while the mail server is unavailable: only one is tried', async () => {
    const at = new Date('2026-11-11T09:00:00Z')
    await choose('bob', { morning: true, warn24: false, warn4: false })
    const cutOff = hubAt(at)
    const tried: string[] = []
    cutOff.mailer.deliver = (mail) => {
      tried.push(mail.to)
      return Promise.reject(Object.assign(new Error('Connection timeout'), { code: 'ETIMEDOUT' }))
    }
    await expect(sendTaskMails(cutOff, unexpected)).rejects.toThrow('Connection timeout')
    expect(tried).toHaveLength(1)
    const back = hubAt(new Date(at.getTime() + 15 * minute))
    expect(await sendTaskMails(back, unexpected)).toBe(3)
  })

  it('are sent once, also if a run overlaps the next one', async () => {
    const at = new Date('2026-11-12T09:00:00Z')
    let clock = at
    const slow = testServices(db, { now: () => clock })
    const next = hubAt(new Date(at.getTime() + 16 * minute))
    const deliver = slow.mailer.deliver
    slow.mailer.deliver = async (mail) => {
      await deliver(mail)
      if (clock > at) return void (await sendTaskMails(next, unexpected))
      // The first mail took a quarter of an hour.
      clock = new Date(at.getTime() + 15 * minute)
    }
    await sendTaskMails(slow, unexpected)
    const sent = [...slow.mails, ...next.mails].map(({ to }) => to).toSorted()
    expect(sent).toEqual(['ann@example.com', 'bob@example.com', 'cay@example.com'])
  })

  it('are not sent to members they no longer concern: choices for a role end with it and return with it', async () => {
    const toBob = async (at: string) => {
      const hub = hubAt(new Date(at))
      await sendTaskMails(hub, unexpected)
      return hub.mails.filter(({ to }) => to === 'bob@example.com').length
    }
    await setRoleOf('bob', 'viewer')
    expect(await toBob('2026-11-16T09:00:00Z')).toBe(0)
    await setRoleOf('bob', 'shipper')
    expect(await toBob('2026-11-16T10:00:00Z')).toBe(1)
  })

  it.each([
    ['left the shop', () => db.owner.deleteFrom('memberships').where('member_id', '=', 'bob').execute()],
    ['has another role', () => setRoleOf('bob', 'viewer')],
    ['wants none any more', () => choose('bob', { morning: false, warn24: false, warn4: false })],
  ])('are not sent to a member who %s since the run began', async (_, change) => {
    await db.owner.deleteFrom('task_mails').execute()
    await db.owner
      .insertInto('memberships')
      .values({ seller_id: seller, member_id: 'bob', role: 'owner' })
      .onConflict((conflict) => conflict.columns(['seller_id', 'member_id']).doUpdateSet({ role: 'owner' }))
      .execute()
    await choose('bob', { morning: true, warn24: false, warn4: false })
    const hub = hubAt(new Date('2026-11-17T09:00:00Z'))
    const deliver = hub.mailer.deliver
    hub.mailer.deliver = async (mail) => {
      await deliver(mail)
      if (mail.to === 'ann@example.com') await change()
    }
    await sendTaskMails(hub, unexpected)
    expect(hub.mails.map(({ to }) => to)).toEqual(['ann@example.com', 'cay@example.com'])
  })

  it('tell the week on Mondays to members who run the shop, with what their role sees, until they stop it', async () => {
    const own = await addSeller(db, 'gil')
    for (const [id, role] of [
      ['gil', 'owner'],
      ['gus', 'shipper'],
      ['ina', 'accountant'],
    ] as const) {
      await addMember(db, own, id)
      await db.owner.updateTable('memberships').set({ role }).where('member_id', '=', id).execute()
    }
    const weekOf = async (at: string) => {
      const hub = hubAt(new Date(at))
      await sendTaskMails(hub, unexpected)
      return hub.mails.filter(({ to, subject }) => to.startsWith('g') && subject.includes('your week'))
    }
    // Nothing is listed or sold yet: that is asked once.
    expect(await weekOf('2026-12-07T09:00:00Z')).toEqual([])
    const asked = await db.owner
      .selectFrom('task_mails')
      .select(['about'])
      .where('seller_id', '=', own)
      .where('sent_at', 'is not', null)
      .execute()
    expect(asked).toEqual([{ about: 'week 2026-12-07' }, { about: 'stock 2026-12-07' }])
    await addOrders(db, { sellerId: own, count: 30, now: new Date('2026-12-11T12:00:00Z'), seed: 'gil' })
    expect(await weekOf('2026-12-13T09:00:00Z')).toEqual([])
    expect(await weekOf('2026-12-14T07:29:00Z')).toEqual([])
    await countHealth(hubAt(new Date('2026-12-14T07:29:00Z')))
    const [mail, ...others] = await weekOf('2026-12-14T07:30:00Z')
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: 'gil@example.com', subject: 'gil: your week, 7 Dec 2026 to 13 Dec 2026' })
    for (const said of [mail!.text, mail!.html!]) {
      expect(said).toMatch(/[£€][\d,.]+ gross/)
      expect(said).toContain('Available')
      expect(said).toContain('Next, on 20 Dec 2026, as it stands today')
      expect(said).toContain('/settings/mail?stop=gil')
    }
    expect(await weekOf('2026-12-14T12:00:00Z')).toEqual([])
  })

  it.each([
    // In London the clock goes back on the Sunday of the first week, and forward on that of the second.
    ['2026-10-26', '19 Oct 2026 to 25 Oct 2026', '2026-10-18T23:00:00Z', '2026-10-26T00:00:00Z'],
    ['2027-03-29', '22 Mar 2027 to 28 Mar 2027', '2027-03-22T00:00:00Z', '2027-03-28T23:00:00Z'],
  ])(
    'tell the week from Monday 00:00 to Monday 00:00 in the zone of the shop: %s',
    async (monday, week, from, before) => {
      const name = `week-${monday}`
      const own = await addSeller(db, name)
      await addMember(db, own, name)
      for (const [at, minor] of [
        [new Date(from).getTime() - 1, 100],
        [new Date(from).getTime(), 1_000],
        [new Date(before).getTime() - 1, 10_000],
        [new Date(before).getTime(), 100_000],
      ] as const) {
        const { id } = await addOrderToShip(db, own, [1], { placedAt: new Date(at) })
        await db.owner.updateTable('orders').set({ subtotal_minor: minor }).where('id', '=', id).execute()
      }
      const hub = hubAt(new Date(`${monday}T09:00:00Z`))
      await sendTaskMails(hub, unexpected)
      const mail = hub.mails.find(({ to, subject }) => to === `${name}@example.com` && subject.includes('your week'))
      expect(mail?.subject).toBe(`${name}: your week, ${week}`)
      expect(mail?.text).toContain('£110.00 gross')
      expect(mail?.text).toContain('2 orders')
    },
  )

  it('stop for the shop of the mail by one press, whichever of the member’s shops is open', async () => {
    const hub = hubAt(now)
    const { email, id } = await addTestMember(hub)
    const shops = new Map<string, number>()
    for (const name of ['one-shop', 'two-shop', 'strange-shop']) shops.set(name, await addSeller(db, name))
    for (const name of ['one-shop', 'two-shop'])
      await addRows(db.owner, 'memberships', { seller_id: shops.get(name)!, member_id: id, role: 'owner' })
    const browser = await signedInBrowser(hub, email)
    const page = async (query = '') => (await browser.get(mailSettings, paths.mailSettings + query)).data
    const stop = (shop: string) => browser.post(mailSettings, paths.mailSettings, { stop: shop })
    const open: string = (await page()).shop
    const other = open === 'one-shop' ? 'two-shop' : 'one-shop'
    expect((await page('?stop=strange-shop')).stopping).toBeNull()
    expect((await stop('strange-shop')).status).toBe(404)
    expect((await page(`?stop=${other}`)).stopping).toMatchObject({ displayName: other })
    await stop(other)
    const isWeekly = async (name: string) => {
      const sellerId = shops.get(name)!
      const key = { sellerId, memberId: id, role: 'owner' } as const
      return (await db.asSeller(sellerId, 'read', (read) => readMailChoices(read, key))).weekly
    }
    expect([await isWeekly(open), await isWeekly(other)]).toEqual([true, false])
  })

  it('put texts of others on one line, so that none starts a paragraph or header', async () => {
    const forged = (name: string) => `${name}\r\n\nBcc: eve@example.com\u2028\u2029\u0085\u000B\u0007\t- forged`
    const own = await addSeller(db, 'dee', { display_name: forged('Dee') })
    await addMember(db, own, 'dee')
    await addOrders(db, { sellerId: own, count: 20, now, seed: 'dee' })
    await updateRows(db.owner, 'orders', { seller_id: own }, { buyer_username: forged('buyer') })
    await updateRows(db.owner, 'line_items', { seller_id: own }, { title: forged('item') })
    const hub = hubAt(now)
    await sendTaskMails(hub, unexpected)
    const { subject, text, html } = hub.mails.find(({ to }) => to === 'dee@example.com')!
    expect(subject).toMatch(/^Dee Bcc: eve@example.com - forged: /)
    expect(text).toContain('This is due at Dee Bcc: eve@example.com - forged.')
    for (const said of [subject, text, html ?? '']) {
      expect(said).not.toMatch(/[^\P{Cc}\n]|[\u2028\u2029]/u)
      expect(said).not.toMatch(/^\s*(Bcc|- forged)/m)
    }
    for (const named of ['buyer', 'item'])
      expect(text).toMatch(new RegExp(`^ .*${named} Bcc: eve@example.com - forged`, 'm'))
  })
})
