import { rowsOf } from '#db/testing-row.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { readSession } from '#features/people/accounts/session.server.ts'
import { signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testServices } from '#features/people/accounts/testing.ts'
import { parseMessages } from '#features/home/messages/messages-file.ts'
import { storeMessages } from '#features/home/messages/store-messages-db.server.ts'
import { isFor } from '#features/home/messages/message.ts'
import { readMessages } from '#features/home/messages/messages-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { hour } from '#lib/duration.ts'
import { readMessage } from '#shui/message/read-message.ts'
import { removeSeller } from './remove-seller-db.server.ts'
import * as sellerPage from './seller-page.tsx'
import * as page from './write-page.tsx'

const db = await testDatabase()
let now = new Date('2026-11-25T12:00:00Z')
const hub = testServices(db, { now: () => now })
const operator = await signedInBrowser(hub, (await addTestMember(hub, { operator: true, name: 'Olu' })).email)

const usernameOf = async (id: number) =>
  (await db.owner.selectFrom('sellers').select('username').where('id', '=', id).executeTakeFirstOrThrow()).username

/** A shop with an owner who reads German, another owner, and a manager. */
async function shop() {
  const [ada, ben, cy] = [
    await addTestMember(hub, { name: 'Ada' }),
    await addTestMember(hub, { name: 'Ben' }),
    await addTestMember(hub, { name: 'Cy' }),
  ]
  await db.owner.updateTable('members').set({ preferences: '{"locale":"de"}' }).where('id', '=', ada.id).execute()
  const id = await addTestSeller(db, { [ada.id]: 'owner', [ben.id]: 'owner', [cy.id]: 'manager' })
  return { id, username: await usernameOf(id), ada, ben, cy }
}

const open = async (username: string) => (await operator.get(page, `/operator/write?seller=${username}`)).data
const words = { subject: 'Late parcels', body: 'Please ship in time.\n\nOr tell us <b>why</b>.' }
const send = (fields: Record<string, string>) => operator.post(page, '/operator/write', fields)

/** The titles of what a member is told. */
async function readBy({ email }: { email: string }): Promise<unknown[]> {
  const browser = await signedInBrowser(hub, email)
  const signedIn = assertDefined(await readSession(hub, browser.request('/')), 'they signed in')
  const { messages, reader } = await readMessages(db.owner, { signedIn, locale: 'en', now })
  return messages.flatMap(({ audience, model }) => (isFor(audience, reader, now) ? [readMessage(model)?.title] : []))
}

beforeEach(() => {
  hub.mails.length = 0
  now = new Date(now.getTime() + 2 * hour)
})

describe('writing to the owners of a seller', () => {
  it('lists the recipients, mails each in their language, and shows the message only to them', async () => {
    const { username, ada, ben, cy } = await shop()
    const form = await open(username)
    expect(form.owners.map(({ email }: { email: string }) => email)).toEqual([ada.email, ben.email])
    const { key, named } = form
    const sent = await send({ seller: username, key, named, ...words })
    expect(sent).toMatchObject({ status: 303, location: `/operator/seller?seller=${username}&done=written` })
    await hub.mailer.idle()
    expect(hub.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [ada.email, 'Late parcels'],
      [ben.email, 'Late parcels'],
    ])
    expect(hub.mails[0]?.text).toContain('Hallo Ada')
    expect(hub.mails[1]?.text).toContain('Olu of Seller Hub has written to you as an owner of')
    expect(hub.mails[1]?.text).toContain('Or tell us <b>why</b>.')
    expect(await readBy(ada)).toEqual(['Late parcels'])
    expect(await readBy(ben)).toEqual(['Late parcels'])
    expect(await readBy(cy)).toEqual([])
    const other = await shop()
    expect(await readBy(other.ben)).toEqual([])
    const seller = await operator.get(sellerPage, `/operator/seller?seller=${username}&done=written`)
    expect(seller.data).toMatchObject({
      isWritten: true,
      messages: [{ title: 'Late parcels', written: expect.stringMatching(/^Written by Olu, 25 Nov/), read: '0 of 2' }],
    })
  })

  it('stays with the seller under another user name', async () => {
    const { id, username, ada } = await shop()
    const { key, named } = await open(username)
    await send({ seller: username, key, named, ...words })
    await hub.mailer.idle()
    const others = await shop()
    for (const [seller, name] of [
      [id, `${username}-2`],
      [others.id, username],
    ] as const)
      await db.owner.updateTable('sellers').set({ username: name }).where('id', '=', seller).execute()
    expect(await readBy(ada)).toEqual(['Late parcels'])
    expect(await readBy(others.ada)).toEqual([])
  })

  it('sends a repeated form once, and nothing if a field is missing or the owners have changed', async () => {
    const { id, username, cy } = await shop()
    const { key, named } = await open(username)
    const fields = { seller: username, key, named, ...words }
    expect(await send({ ...fields, subject: ' ', body: '' })).toMatchObject({
      status: 422,
      data: { errors: { subject: 'Enter a subject.', body: 'Enter a message.' } },
    })
    expect((await send({ ...fields, body: 'x'.repeat(2001) })).data.errors.body).toContain('2,000')
    await db.owner.updateTable('memberships').set({ role: 'owner' }).where('member_id', '=', cy.id).execute()
    expect(await send(fields)).toMatchObject({ status: 409, data: { values: words } })
    expect(hub.mails).toEqual([])
    const again = { ...fields, named: (await open(username)).named }
    expect((await send(again)).status).toBe(303)
    expect((await send(again)).status).toBe(303)
    await hub.mailer.idle()
    expect(hub.mails).toHaveLength(3)
    expect((await operator.post(page, '/operator/write', { ...again, srt: 'forged' })).status).toBe(403)
    expect((await send({ ...again, seller: 'nobody' })).status).toBe(404)
    const kept = await rowsOf(db.owner, 'messages', { seller_id: id })
    const row = { written_by: 'Olu', pages: ['/sh/ovw', '/sh/tasks'] }
    expect(kept).toMatchObject([row, row])
  })

  it('is limited to three messages an hour per seller, and to operators', async () => {
    const { username, ada } = await shop()
    const { named } = await open(username)
    const one = () => send({ seller: username, key: crypto.randomUUID(), named, ...words })
    expect([(await one()).status, (await one()).status, (await one()).status]).toEqual([303, 303, 303])
    expect(await one()).toMatchObject({ status: 429, data: { values: words } })
    const owner = await signedInBrowser(hub, ada.email)
    expect((await owner.get(page, `/operator/write?seller=${username}`)).status).toBe(403)
    const fields = { seller: username, key: crypto.randomUUID(), named, ...words }
    expect((await owner.post(page, '/operator/write', fields)).status).toBe(403)
  })

  it('keeps the message when a messages file is loaded, and removes it with its seller', async () => {
    const { id, username } = await shop()
    const { key, named } = await open(username)
    await send({ seller: username, key, named, ...words })
    const written = () => db.owner.selectFrom('messages').select('key').where('seller_id', '=', id).execute()
    await db.owner
      .transaction()
      .execute((tx) => storeMessages(tx, parseMessages({ messages: [] }), { now, replace: true }))
    expect(await written()).toHaveLength(2)
    await removeSeller(db.owner, id, () => {})
    expect(await written()).toEqual([])
  })
})

it('starts with the figures above their limit', async () => {
  const { username } = await shop()
  expect((await open(username)).draft).toEqual({ subject: '', body: '' })
})
