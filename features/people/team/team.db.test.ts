import { addRows } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { readSession } from '#features/people/accounts/session.server.ts'
import { signedInBrowser, TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, testPassword, testServices } from '#features/people/accounts/testing.ts'
import { day, minute } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'
import type { Role } from '#web/roles.ts'
import * as joinPage from './join-page.tsx'
import * as leavePage from './leave-team-page.tsx'
import * as memberPage from './team-member-page.tsx'
import * as teamPage from './team-page.tsx'
import { invitationDays, maxInvitations } from './team.ts'
import { testTeams, type Person } from './testing.ts'

const db = await testDatabase({ poolSize: 6 })
let ahead = 0
const hub = testServices(db, { now: () => new Date(Date.now() + ahead) })

const { shop, step } = testTeams(hub)

const tokenIn = (link: string) => new URL(link).searchParams.get('token') ?? ''

async function invite(by: Person, role: Role, more: Record<string, string> = {}): Promise<string> {
  const { data } = await by.browser.post(teamPage, paths.team, { step: 'link', role, ...more })
  return tokenIn(data.made.link)
}

async function inviteByMail(by: Person, role: Role, email: string): Promise<string> {
  hub.mails.length = 0
  await by.browser.post(teamPage, paths.team, { step: 'mail', role, email })
  await hub.mailer.idle()
  return tokenIn(/http\S+/.exec(hub.mails.find(({ to }) => to === email)?.text ?? '')![0])
}

const join = (browser: TestBrowser, token: string) => browser.post(joinPage, paths.join(token), { step: 'join' })

const signUp = (browser: TestBrowser, token: string, email: string, more: Record<string, string> = {}) =>
  browser.post(joinPage, paths.join(token), {
    step: 'sign-up',
    name: 'Grace Example',
    email,
    password: testPassword,
    repeat: testPassword,
    ...more,
  })

const history = async (by: Person): Promise<string[]> =>
  (await by.browser.get(teamPage, paths.team)).data.events.map(({ text }: { text: string }) => text)

describe('an invitation', () => {
  it('by link names shop, inviter and role; a new member signs up with it and starts in the shop', async () => {
    const { sellerId, people, roleAt } = await shop({ Ada: 'owner', Olu: 'owner', Bob: 'viewer' })
    const made = await people.Ada.browser.post(teamPage, paths.team, { step: 'link', role: 'shipper' })
    expect(made.headers.get('cache-control')).toBe('no-store')
    const token = tokenIn(made.data.made.link)
    // The table contains no usable token.
    const kept = await db.owner.selectFrom('invitations').selectAll().where('seller_id', '=', sellerId).execute()
    expect(kept).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toContain(token)

    const browser = new TestBrowser(hub)
    const page = await browser.get(joinPage, paths.join(token))
    expect(page.data.invitation).toMatchObject({ by: 'Ada Example', role: 'Shipper', email: null, account: null })
    expect(joinPage.headers({ actionHeaders: new Headers() }).get('referrer-policy')).toBe('same-origin')
    // Viewing does not use it.
    await browser.get(joinPage, paths.join(token))
    const joined = await signUp(browser, token, 'Grace.New@example.com')
    expect(joined).toMatchObject({ status: 303, location: paths.home })
    const session = await readSession(hub, browser.request('/'))
    expect(session?.seller).toMatchObject({ id: sellerId, role: 'shipper' })
    expect(session?.member).toMatchObject({ name: 'Grace Example', email: 'grace.new@example.com' })
    expect(await roleAt({ id: session!.member.id })).toBe('shipper')

    expect((await new TestBrowser(hub).get(joinPage, paths.join(token))).status).toBe(410)
    expect(await history(people.Ada)).toEqual([
      'Grace Example joined as Shipper',
      'Ada Example created an invitation link for a new Shipper',
    ])
    await hub.mailer.idle()
    // Owners learn of what others did, and of what members who are not owners did.
    expect(hub.mails.map(({ to }) => to).toSorted()).toEqual(
      [people.Olu.email, people.Olu.email, people.Ada.email].toSorted(),
    )
    expect(hub.mails[0]?.text).toContain('Ada Example created an invitation link')
  })

  it('by mail goes to the new account’s address; its text and link are only in the mail', async () => {
    const { people } = await shop({ Ada: 'owner' })
    const sent = await people.Ada.browser.post(teamPage, paths.team, {
      step: 'mail',
      role: 'lister',
      email: ' New.One@Example.com ',
    })
    expect(sent).toMatchObject({ status: 303, location: `${paths.team}?done=invited` })
    await hub.mailer.idle()
    const [mail] = hub.mails
    expect(mail?.to).toBe('new.one@example.com')
    expect(mail?.subject).toContain('Ada Example invites you to SELLER')
    const token = tokenIn(/http\S+/.exec(mail?.text ?? '')![0])
    const browser = new TestBrowser(hub)
    expect((await signUp(browser, token, 'another@example.com')).status).toBe(303)
    expect((await readSession(hub, browser.request('/')))?.member.email).toBe('new.one@example.com')
  })

  it('by mail is for the account with its address, and a newer one to that address replaces it', async () => {
    const [{ people, sellerId }, elsewhere] = [
      await shop({ Ada: 'owner' }),
      await shop({ Cay: 'manager', Dee: 'owner' }),
    ]
    const { Cay, Dee } = elsewhere.people
    const mailed = (role: Role) => inviteByMail(people.Ada, role, Cay.email)
    const [former, token] = [await mailed('manager'), await mailed('lister')]
    expect((await new TestBrowser(hub).get(joinPage, paths.join(former))).status).toBe(410)
    expect((await join(Cay.browser, former)).status).toBe(422)
    expect((await Dee.browser.get(joinPage, paths.join(token))).data.invitation.isForAccount).toBe(false)
    expect((await join(Dee.browser, token)).status).toBe(422)
    expect((await Cay.browser.get(joinPage, paths.join(token))).data.invitation.isForAccount).toBe(true)
    expect((await join(Cay.browser, token)).status).toBe(303)
    expect((await readSession(hub, Cay.browser.request('/')))?.seller).toMatchObject({ id: sellerId, role: 'lister' })
  })

  it('by mail is replaced by one to the same address in another spelling', async () => {
    const { people } = await shop({ Ada: 'owner' })
    const former = await inviteByMail(people.Ada, 'lister', 'kim@müller-team.example')
    const token = await inviteByMail(people.Ada, 'lister', 'kim@xn--mller-team-9db.example')
    expect((await new TestBrowser(hub).get(joinPage, paths.join(former))).status).toBe(410)
    expect((await new TestBrowser(hub).get(joinPage, paths.join(token))).status).toBe(200)
  })

  it('by mail ends when its reader joins by another, so that nobody who was removed returns with it', async () => {
    const [{ people, roleAt }, elsewhere] = [await shop({ Ada: 'owner' }), await shop({ Cay: 'manager' })]
    const { Cay } = elsewhere.people
    const mailed = await inviteByMail(people.Ada, 'manager', Cay.email)
    expect((await join(Cay.browser, await invite(people.Ada, 'viewer'))).status).toBe(303)
    expect((await people.Ada.browser.get(teamPage, paths.team)).data.invitations).toEqual([])
    await step(people.Ada, Cay, { step: 'remove' })
    expect((await join(Cay.browser, mailed)).status).toBe(422)
    expect(await roleAt(Cay)).toBeNull()
  })

  it('can be accepted with an existing account, whose session then works for the shop', async () => {
    const [{ people, sellerId }, elsewhere] = [await shop({ Ada: 'owner' }), await shop({ Cay: 'manager' })]
    const token = await invite(people.Ada, 'manager')
    const { browser } = elsewhere.people.Cay
    const page = await browser.get(joinPage, paths.join(token))
    expect(page.data.invitation).toMatchObject({ account: { name: 'Cay Example' }, hasRole: null })
    expect(await join(browser, token)).toMatchObject({ status: 303, location: paths.home })
    expect((await readSession(hub, browser.request('/')))?.seller).toMatchObject({ id: sellerId, role: 'manager' })
  })

  it('changes no existing member, and stays valid', async () => {
    const { people, roleAt } = await shop({ Ada: 'owner', Bob: 'viewer' })
    const token = await invite(people.Ada, 'manager')
    expect((await people.Bob.browser.get(joinPage, paths.join(token))).data.invitation.hasRole).toBe('Viewer')
    expect((await join(people.Bob.browser, token)).status).toBe(422)
    expect(await roleAt(people.Bob)).toBe('viewer')
    expect((await new TestBrowser(hub).get(joinPage, paths.join(token))).status).toBe(200)
  })

  it('admits one of many who use it at the same moment', async () => {
    const { people, sellerId } = await shop({ Ada: 'owner' })
    const token = await invite(people.Ada, 'viewer')
    const others = await Promise.all([1, 2, 3].map(async () => signedInBrowser(hub, (await addTestMember(hub)).email)))
    const news = [4, 5].map((n) => signUp(new TestBrowser(hub), token, `many${n}@example.com`))
    const answers = await Promise.all([...others.map((browser) => join(browser, token)), ...news])
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    const team = await db.owner.selectFrom('memberships').selectAll().where('seller_id', '=', sellerId).execute()
    expect(team).toHaveLength(2)
    // A rejected sign-up creates no account.
    const made = await db.owner.selectFrom('members').select('id').where('email', 'like', 'many%').execute()
    expect(made.length).toBe(team.some(({ member_id }) => made.some(({ id }) => id === member_id)) ? 1 : 0)
  })

  it('expires after its days, and can be withdrawn', async () => {
    const { people } = await shop({ Ada: 'owner' })
    const token = await invite(people.Ada, 'viewer')
    const status = async (of: string) => (await new TestBrowser(hub).get(joinPage, paths.join(of))).status
    ahead = invitationDays * day - minute
    expect(await status(token)).toBe(200)
    ahead += 2 * minute
    expect(await status(token)).toBe(410)
    expect((await signUp(new TestBrowser(hub), token, 'late@example.com')).status).toBe(422)
    ahead = 0
    const second = await invite(people.Ada, 'viewer')
    const { invitations } = (await people.Ada.browser.get(teamPage, paths.team)).data
    const withdraw = (by: Person) =>
      by.browser.post(teamPage, paths.team, { step: 'withdraw', invitation: invitations[0].id })
    const foreign = await shop({ Eve: 'owner' })
    expect((await withdraw(foreign.people.Eve)).status).toBe(404)
    expect(await status(second)).toBe(200)
    expect((await withdraw(people.Ada)).status).toBe(303)
    expect(await status(second)).toBe(410)
    expect((await withdraw(people.Ada)).status).toBe(404)
  })

  it('ends with the owner who made it: removed or demoted members cannot return with it', async () => {
    const { people } = await shop({ Ada: 'owner', Olu: 'owner', Ida: 'owner' })
    const tokens = [await invite(people.Olu, 'viewer'), await invite(people.Ida, 'viewer')]
    await step(people.Ada, people.Olu, { step: 'remove', confirm: testPassword })
    await step(people.Ada, people.Ida, { step: 'role', role: 'manager', confirm: testPassword })
    for (const token of tokens) expect((await new TestBrowser(hub).get(joinPage, paths.join(token))).status).toBe(410)
  })

  it('as owner asks for the password', async () => {
    const { people } = await shop({ Ada: 'owner' })
    const post = (fields: Record<string, string>) =>
      people.Ada.browser.post(teamPage, paths.team, { step: 'link', role: 'owner', ...fields })
    expect(await post({})).toMatchObject({ status: 422, data: { errors: { confirm: expect.any(String) } } })
    expect((await post({ confirm: testPassword })).data.made).not.toBeNull()
  })

  it('is refused with the field that is wrong, for team members, and beyond the limits', async () => {
    const { people, sellerId } = await shop({ Ada: 'owner', Bob: 'viewer' })
    const post = (fields: Record<string, string>) => people.Ada.browser.post(teamPage, paths.team, fields)
    expect((await post({ step: 'mail', role: 'viewer', email: 'no address' })).data.errors.email).toBeTruthy()
    expect((await post({ step: 'link', role: 'king' })).data.errors.role).toBeTruthy()
    const again = { step: 'mail', role: 'viewer', email: people.Bob.email }
    expect((await post(again)).data.errors.email).toContain('in the team already')
    const now = new Date()
    await addRows(
      db.owner,
      'invitations',
      Array.from({ length: maxInvitations }, (_, n) => ({
        seller_id: sellerId,
        token_hash: `full ${sellerId} ${n}`,
        role: 'viewer' as const,
        email: null,
        invited_by: people.Ada.id,
        created_at: now,
        expires_at: new Date(now.getTime() + day),
      })),
    )
    expect((await post({ step: 'link', role: 'viewer' })).data.errors.form).toContain(String(maxInvitations))
    const many: number[] = []
    for (let n = 0; n < 20; n += 1) many.push((await post({ step: 'link', role: 'viewer' })).status)
    expect(many).toContain(429)
  })

  it('creates no second account for an address, and says so', async () => {
    const { people } = await shop({ Ada: 'owner', Bob: 'viewer' })
    const token = await invite(people.Ada, 'viewer')
    const refused = await signUp(new TestBrowser(hub), token, people.Bob.email)
    expect(refused).toMatchObject({ status: 422, data: { errors: { email: expect.stringContaining('sign in') } } })
    const [browser, empty] = [new TestBrowser(hub), { name: ' ' }]
    expect((await signUp(browser, token, 'x@example.com', empty)).data.errors.name).toBeTruthy()
    expect((await signUp(browser, token, 'x@', {})).data.errors.email).toBeTruthy()
    expect((await signUp(browser, token, 'x@example.com', { repeat: 'other' })).data.errors.repeat).toBeTruthy()
    const short = { password: 'short', repeat: 'short' }
    expect((await signUp(browser, token, 'x@example.com', short)).data.errors.password).toBeTruthy()
  })
})

describe('an owner', () => {
  it('changes a role, which applies at once, is in the history, and is mailed to the other owners and the member', async () => {
    const { people, roleAt } = await shop({ Ada: 'owner', Olu: 'owner', Bob: 'viewer' })
    expect(await step(people.Ada, people.Bob, { step: 'role', role: 'manager' })).toMatchObject({
      status: 303,
      location: `${paths.team}?done=role`,
    })
    expect(await roleAt(people.Bob)).toBe('manager')
    expect(await history(people.Olu)).toEqual(['Ada Example changed the role of Bob Example from Viewer to Manager'])
    await hub.mailer.idle()
    expect(hub.mails.map(({ to }) => to).toSorted()).toEqual([people.Olu.email, people.Bob.email].toSorted())
    // Unchanged, so no mail.
    await step(people.Ada, people.Bob, { step: 'role', role: 'manager' })
    expect(hub.mails).toHaveLength(2)
  })

  it('signs a colleague out, and removes them from the team from the next request on', async () => {
    const { people, roleAt } = await shop({ Ada: 'owner', Bob: 'manager' })
    await step(people.Ada, people.Bob, { step: 'sessions' })
    expect(await readSession(hub, people.Bob.browser.request('/'))).toBeNull()
    const again = await signedInBrowser(hub, people.Bob.email)
    await step(people.Ada, people.Bob, { step: 'remove' })
    expect(await roleAt(people.Bob)).toBeNull()
    expect((await again.get(teamPage, paths.team)).status).toBe(403)
    expect((await history(people.Ada)).slice(0, 2)).toEqual([
      'Ada Example removed Bob Example (Manager)',
      'Ada Example signed Bob Example out on all devices',
    ])
  })

  it.each([
    ['making an owner', 'Bob', { step: 'role', role: 'owner' }],
    ['demoting an owner', 'Olu', { step: 'role', role: 'viewer' }],
    ['removing an owner', 'Olu', { step: 'remove' }],
    ['handing over', 'Bob', { step: 'hand-over' }],
  ] as const)('%s asks for the password again', async (_, whom, fields) => {
    const { people, roleAt } = await shop({ Ada: 'owner', Olu: 'owner', Bob: 'viewer' })
    const before = await roleAt(people[whom])
    for (const confirm of ['', 'wrong'])
      expect((await step(people.Ada, people[whom], { ...fields, confirm })).status).toBe(422)
    expect(await roleAt(people[whom])).toBe(before)
    expect((await step(people.Ada, people[whom], { ...fields, confirm: testPassword })).status).toBe(303)
    expect(await roleAt(people[whom])).not.toBe(before)
  })

  it('transfers ownership: the colleague becomes owner, and they manager', async () => {
    const { people, roleAt } = await shop({ Ada: 'owner', Bob: 'viewer' })
    await step(people.Ada, people.Bob, { step: 'hand-over', confirm: testPassword })
    expect([await roleAt(people.Ada), await roleAt(people.Bob)]).toEqual(['manager', 'owner'])
    expect((await people.Ada.browser.get(teamPage, paths.team)).data).toMatchObject({ isOwner: false, events: [] })
    expect(await history(people.Bob)).toContain('Ada Example handed over ownership to Bob Example')
  })

  it('finds no member of another shop', async () => {
    const [mine, other] = [await shop({ Ada: 'owner' }), await shop({ Eve: 'owner', Bob: 'viewer' })]
    const { Bob, Eve } = other.people
    expect((await mine.people.Ada.browser.get(memberPage, paths.teamMember(Bob.id))).status).toBe(404)
    const steps: Record<string, string>[] = [{ step: 'role', role: 'owner' }, { step: 'sessions' }, { step: 'remove' }]
    for (const fields of steps)
      expect((await step(mine.people.Ada, Bob, { ...fields, confirm: testPassword })).status).toBe(404)
    expect(await other.roleAt(Bob)).toBe('viewer')
    expect(await readSession(hub, Eve.browser.request('/'))).not.toBeNull()
    expect(await history(mine.people.Ada)).toEqual([])
  })
})

describe('every other member', () => {
  it('sees members and roles, but no addresses, invitations or history, and changes nothing', async () => {
    const { people, roleAt } = await shop({ Ada: 'owner', Bob: 'manager' })
    await invite(people.Ada, 'viewer')
    const { data } = await people.Bob.browser.get(teamPage, paths.team)
    expect(data).toMatchObject({ isOwner: false, invitations: [], events: [], roles: [] })
    expect(data.members).toMatchObject([
      { name: 'Ada Example', role: 'Owner', email: null, twoStep: false },
      { name: 'Bob Example', role: 'Manager', isYou: true },
    ])
    expect(JSON.stringify(data)).not.toContain(people.Ada.email)
    expect((await people.Bob.browser.get(memberPage, paths.teamMember(people.Ada.id))).status).toBe(403)
    expect((await step(people.Bob, people.Ada, { step: 'remove', confirm: testPassword })).status).toBe(403)
    const invited = await people.Bob.browser.post(teamPage, paths.team, { step: 'link', role: 'viewer' })
    expect(invited.status).toBe(403)
    expect(await roleAt(people.Ada)).toBe('owner')
  })

  it('can leave', async () => {
    const { people, roleAt } = await shop({ Ada: 'owner', Bob: 'viewer' })
    expect((await people.Bob.browser.post(leavePage, paths.leaveTeam)).status).toBe(303)
    expect(await roleAt(people.Bob)).toBeNull()
    expect(await history(people.Ada)).toEqual(['Bob Example left the team (Viewer)'])
    await hub.mailer.idle()
    expect(hub.mails.map(({ to }) => to)).toEqual([people.Ada.email])
  })
})
