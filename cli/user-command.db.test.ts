import { updateRows } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { readSession } from '#features/people/accounts/session.server.ts'
import { signIn } from '#features/people/accounts/sign-in.server.ts'
import { addTestShop } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { UsageError } from './arguments.ts'
import { readUserAction } from './user-command.ts'

const { db, hub } = await testHubAt()

async function user(line: string, input = ''): Promise<string> {
  const printed: string[] = []
  const args = (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''))
  await readUserAction(args)({ hub, say: (text) => void printed.push(text), readInput: async () => input })
  return printed.join('\n')
}

async function rolesOf(email: string) {
  return db.owner
    .selectFrom('members')
    .leftJoin('memberships', 'member_id', 'members.id')
    .select(['name', 'is_operator', 'seller_id', 'role'])
    .where('email', '=', email)
    .orderBy('seller_id')
    .execute()
}

describe('hub user add', () => {
  it('adds a member to a seller and prints a link to set a password', async () => {
    const seller = await addTestSeller(db)
    const printed = await user(`add --email Bea@Example.com --name "Bea Example" --seller ${seller}`)
    expect(printed).toMatch(/http:\/\/localhost:3000\/reset-password\?token=\S+/)
    expect(await rolesOf('bea@example.com')).toEqual([
      { name: 'Bea Example', is_operator: false, seller_id: seller, role: 'owner' },
    ])
  })

  it('finds the seller by user name and external id, and adds roles to who is there', async () => {
    const [first, second] = [await addTestSeller(db), await addTestSeller(db)]
    await db.owner.updateTable('sellers').set({ external_id: 'abc123' }).where('id', '=', first).execute()
    await db.owner.updateTable('sellers').set({ username: 'harbour' }).where('id', '=', second).execute()
    await user('add --email cem@example.com --name Cem --seller abc123 --role shipper')
    const printed = await user('add --email cem@example.com --seller harbour --role viewer --operator')
    expect(printed).toContain('is already a member')
    expect(printed).not.toContain('http')
    expect(await rolesOf('cem@example.com')).toMatchObject([
      { seller_id: first, role: 'shipper', is_operator: true },
      { seller_id: second, role: 'viewer' },
    ])
  })

  it('leaves the role that a member has, and says how to change it', async () => {
    const seller = await addTestSeller(db)
    await user(`add --email eve@example.com --name Eve --seller ${seller}`)
    const adding = user(`add --email Eve@example.com --seller ${seller} --role viewer --operator`)
    await expect(adding).rejects.toThrow(
      /^eve@example.com is owner of .* already; nothing was changed. .*: npm run hub -- user role eve@example.com --seller \S+ --role viewer$/,
    )
    await expect(adding).rejects.toThrow(UsageError)
    await expect(user(`add --email eve@example.com --seller ${seller}`)).rejects.toThrow(
      /already; nothing was changed.$/,
    )
    expect(await rolesOf('eve@example.com')).toMatchObject([{ role: 'owner', is_operator: false }])
  })

  it('takes a password by standard input', async () => {
    await user('add --email dee@example.com --name Dee --operator --password-stdin', 'a long password\nmore\n')
    const request = new Request('http://localhost:3000/sign-in')
    const form = { email: 'dee@example.com', password: 'a long password' }
    expect(await signIn(hub, { ...form, request, clientIp: '203.0.113.1' })).toMatchObject({ ok: true, step: 'done' })
  })

  it.each([
    ['add --name X --operator', '--email is missing'],
    ['add --email x@example.com --name X', '--seller <seller>, or --operator'],
    ['add --email nonsense --name X --operator', 'is not an e-mail address'],
    ['add --email x@example.com --operator', '--name'],
    ['add --email x@example.com --name X --seller nobody', 'No seller has'],
    ['add --email x@example.com --name X --seller nobody --role king', '“king” is not a role'],
    ['add --email x@example.com --name X --operator --role owner', 'requires --seller'],
    ['add --email x@example.com --name X --operator --password-stdin', 'too short'],
    ['add --email x@example.com --name X --colour red', 'colour'],
    ['link', 'Missing argument: the member’s e-mail address'],
    ['link a@example.com b@example.com', 'Unexpected argument'],
    ['link nobody@example.com', 'No member has'],
    ['role nobody@example.com --operator', 'No member has'],
    ['dance', 'Choose an action'],
    ['', 'Choose an action'],
  ])('refuses: %s', async (line, says) => {
    const refused = user(line, 'short')
    await expect(refused).rejects.toThrow(says)
    await expect(refused).rejects.toBeInstanceOf(UsageError)
    expect(await rolesOf('x@example.com')).toEqual([])
  })

  it('refuses a name that several sellers share', async () => {
    const first = await addTestSeller(db)
    const second = await addTestSeller(db)
    await updateRows(db.owner, 'sellers', { id: second }, { external_id: String(first) })
    const line = `add --email y@example.com --name Y --seller ${first}`
    await expect(user(line)).rejects.toThrow('several sellers')
  })
})

it('hub user add, role and remove mail the owners, and whom it concerns, as the team’s page does; what stays as it was is mailed to nobody', async () => {
  const [ada, bob] = [await addTestMember(hub), await addTestMember(hub)]
  const seller = await addTestSeller(db, { [ada.id]: 'owner', [bob.id]: 'viewer' })
  const told = async (line: string) => {
    hub.mails.length = 0
    await user(line)
    await hub.mailer.idle()
    return new Map(hub.mails.map(({ to, text }) => [to, text]))
  }
  const toBoth = new Set([ada.email, bob.email])
  const added = await told(`add --email fay@example.com --name Fay --seller ${seller} --role shipper`)
  expect([...added]).toEqual([[ada.email, expect.stringContaining('Fay')]])
  const changed = await told(`role ${bob.email} --seller ${seller} --role manager`)
  expect(new Set(changed.keys())).toEqual(toBoth)
  expect((await told(`role ${bob.email} --seller ${seller} --role manager`)).size).toBe(0)
  const removed = await told(`remove ${bob.email} --seller ${seller}`)
  expect(new Set(removed.keys())).toEqual(toBoth)
  expect([...(await told('remove fay@example.com'))]).toEqual([[ada.email, expect.stringContaining('Fay')]])
  const events = db.owner.selectFrom('team_events').select('kind').where('seller_id', '=', seller).orderBy('id')
  expect((await events.execute()).map(({ kind }) => kind)).toEqual(['joined', 'role', 'removed', 'removed'])
})

describe('hub user link, list, role and remove', () => {
  it('print links to sign in and to set a password', async () => {
    const { email } = await addTestMember(hub)
    expect(await user(`link ${email}`)).toContain('/sign-in/link?token=')
    expect(await user(`link ${email} --password`)).toContain('/reset-password?token=')
  })

  it.each([
    '--operator --role owner',
    '--operator --seller nobody --role owner',
    '--operator --seller nobody --role king',
  ])('change nothing where a part of it is not possible: %s', async (options) => {
    const { id, email } = await addTestMember(hub)
    await expect(user(`role ${email} ${options}`)).rejects.toThrow(UsageError)
    const member = db.owner.selectFrom('members').select('is_operator').where('id', '=', id)
    expect(await member.executeTakeFirst()).toEqual({ is_operator: false })
  })

  it('change what a member may do from the next click on', async () => {
    const {
      sellerId: seller,
      browser,
      member: { email },
    } = await addTestShop(hub)
    const now = async () => readSession(hub, browser.request('/'))
    const last = `is the last owner of SELLER`
    await expect(user(`role ${email} --seller ${seller} --role viewer`)).rejects.toThrow(last)
    await expect(user(`remove ${email} --seller ${seller}`)).rejects.toThrow(last)
    const other = await addTestMember(hub)
    await user(`role ${other.email} --seller ${seller} --role owner`)
    await user(`role ${email} --seller ${seller} --role viewer`)
    expect((await now())?.seller?.role).toBe('viewer')
    await user(`role ${email} --operator`)
    expect((await now())?.member.isOperator).toBe(true)
    await user(`role ${email} --no-operator`)
    expect((await now())?.member.isOperator).toBe(false)
    expect(await user(`list --seller ${seller}`)).toContain(`${email}  Ada Example  seller`)
    await user(`remove ${email} --seller ${seller}`)
    expect((await now())?.seller).toBeNull()
    await expect(user(`remove ${email} --seller ${seller}`)).rejects.toThrow('has no role')
    await user(`remove ${email}`)
    expect(await now()).toBeNull()
    // Removing a member may leave a shop without an owner, and the output says so.
    expect(await user(`remove ${other.email}`)).toMatch(/Warning: SELLER\d+ has no owner now/)
  })
})
