import { rowOf } from '#db/testing-row.ts'
import { expect, it } from 'vitest'
import { addTestMember, addTestSeller } from '#features/people/accounts/testing.ts'
import { testDatabase } from '#db/testing.ts'
import { addTestListing } from './testing-orders.ts'
import { testApi } from './testing.ts'

const db = await testDatabase()
const api = await testApi(db)

it('a seller’s time zone must have the same meaning in hub and database', async () => {
  const facts = { username: 'zoned', displayName: 'A', country: 'GB', currency: 'GBP' }
  const put = (timeZone: string) => api.ask('PUT', '/sellers/zoned', { body: { ...facts, timeZone } })
  // The database reads the first with the opposite sign and does not know the second.
  for (const zone of ['+01:00', 'US/Pacific-New'])
    expect(await put(zone)).toMatchObject({ status: 422, body: { errors: [{ pointer: '/timeZone' }] } })
  for (const zone of ['Asia/Kolkata', 'Etc/GMT+5', 'UTC']) expect((await put(zone)).status, zone).toBeLessThan(300)
})

it('a seller’s country and currency must exist, and each error is reported once', async () => {
  const facts = { username: 'coded', displayName: 'A', country: 'GB', timeZone: 'Europe/London', currency: 'GBP' }
  const pointersOf = async (change: object) => {
    const { body } = await api.ask('PUT', '/sellers/coded', { body: { ...facts, ...change } })
    return (body.errors as { pointer: string }[]).map(({ pointer }) => pointer)
  }
  // Pence, and an invalid code for the United Kingdom.
  expect(await pointersOf({ country: 'UK', currency: 'GBX' })).toEqual(['/country', '/currency'])
  expect(await pointersOf({ country: 'gb', currency: 'pound', displayName: '' })).toEqual([
    '/displayName',
    '/country',
    '/currency',
  ])
})

it('a seller’s currency can change only while nothing has a price', async () => {
  const facts = { username: 'priced', displayName: 'A', country: 'GB', timeZone: 'Europe/London', currency: 'GBP' }
  const put = (change: object) => api.ask('PUT', '/sellers/priced', { body: { ...facts, ...change } })
  expect((await put({})).status).toBe(201)
  expect((await put({ currency: 'EUR' })).body.currency).toBe('EUR')
  const { id } = await rowOf(db.owner, 'sellers', { username: 'priced' })
  await addTestListing(db, { sellerId: id, quantity: 1, currency: 'EUR' })
  const refused = await put({ currency: 'JPY' })
  expect([refused.status, refused.body.errors]).toMatchObject([409, [{ pointer: '/currency' }]])
  expect((await put({ currency: 'EUR', displayName: 'B' })).body).toMatchObject({ currency: 'EUR', displayName: 'B' })
})

it('a user name belongs to one seller in any case; older duplicates are kept', async () => {
  const facts = { displayName: 'A', country: 'GB', timeZone: 'Europe/London', currency: 'GBP' }
  const put = (id: string, username: string) => api.ask('PUT', `/sellers/${id}`, { body: { ...facts, username } })
  expect((await put('c-1', 'Lens-and-Light')).status).toBe(201)
  const at = { status: 409, body: { errors: [{ pointer: '/username' }] } }
  expect(await put('c-2', 'lens-and-light')).toMatchObject(at)
  // They may change the spelling of their own.
  expect((await put('c-1', 'lens-and-Light')).status).toBe(200)
  await put('c-2', 'other')
  await db.owner.updateTable('sellers').set({ username: 'LENS-AND-LIGHT' }).where('external_id', '=', 'c-2').execute()
  expect((await put('c-2', 'LENS-AND-LIGHT')).status).toBe(200)
  expect(await put('c-2', 'Lens-And-Light')).toMatchObject(at)
})

it('a seller known by user name only is still found after the user name changes', async () => {
  const { id, username } = await rowOf(db.owner, 'sellers', { id: await addTestSeller(db) })
  const path = `/sellers/${username}`
  const facts = { displayName: 'A', country: 'GB', timeZone: 'Europe/London', currency: 'GBP' }
  const rename = () => api.ask('PUT', path, { body: { ...facts, username: `renamed-${id}` } })
  const renamed = await rename()
  expect([renamed.status, renamed.body.username]).toEqual([200, `renamed-${id}`])
  expect((await api.ask('GET', path)).body).toEqual(renamed.body)
  expect(await rename()).toMatchObject({ status: 200, body: renamed.body })
})

it('owners and affected members get a mail about team changes by the API, and none if nothing changes', async () => {
  const { hub } = api
  const [ada, bob] = [await addTestMember(hub), await addTestMember(hub)]
  const sellerId = await addTestSeller(db, { [ada.id]: 'owner', [bob.id]: 'viewer' })
  const row = db.owner.selectFrom('sellers').select('username').where('id', '=', sellerId)
  const { username } = await row.executeTakeFirstOrThrow()
  const mailed = async (method: string, email: string, role?: string) => {
    hub.mails.length = 0
    const { status } = await api.ask(method, `/sellers/${username}/members/${email}`, {
      ...(role && { body: { name: 'Gil Example', role } }),
    })
    expect(status).toBeLessThan(300)
    await hub.mailer.idle()
    return hub.mails.map(({ to, text }) => `${to} ${/^The marketplace .*$/m.exec(text)?.[0]}`).toSorted()
  }
  const both = (what: string) => [ada.email, bob.email].map((to) => `${to} ${what}`).toSorted()
  expect(await mailed('PUT', 'gil@example.com', 'shipper')).toEqual([
    `${ada.email} The marketplace added Gil Example as Shipper.`,
  ])
  const name = (await db.owner.selectFrom('members').select('name').where('id', '=', bob.id).executeTakeFirstOrThrow())
    .name
  expect(await mailed('PUT', bob.email, 'manager')).toEqual(
    both(`The marketplace changed the role of ${name} from Viewer to Manager.`),
  )
  expect(await mailed('PUT', bob.email, 'manager')).toEqual([])
  expect(await mailed('DELETE', bob.email)).toEqual(both(`The marketplace removed ${name} (Manager).`))
})
