import { afterEach, expect, it, vi } from 'vitest'
import { removeRole, setRole } from '#features/people/accounts/members.server.ts'
import { endSessions, selectSeller } from '#features/people/accounts/sessions-db.server.ts'
import { signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { paths } from '#web/paths.ts'
import { expirePermissionChecks } from '#web/testing-recheck-permission.ts'
import { loader } from './live-resource.ts'

const { db, hub } = await testHubAt()

afterEach(() => void vi.useRealTimers())

/** A member who listens to one seller and also works for another. */
async function listening() {
  const { id, email } = await addTestMember(hub)
  const [seller, other] = [await addTestSeller(db, { [id]: 'manager' }), await addTestSeller(db, { [id]: 'owner' })]
  const browser = await signedInBrowser(hub, email)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const answer = Promise.withResolvers<Response>()
  const listens = async (args: never) => answer.resolve(await loader(args))
  await browser.get({ loader: listens }, paths.live)
  const reader = assertDefined((await answer.promise).body, 'it is a stream').getReader()
  /** The next event; null at the end of the stream. */
  const heard = async () => {
    const { done, value } = await reader.read()
    return done ? null : new TextDecoder().decode(value)
  }
  expect(await heard()).toContain('beat')
  expect(await heard()).toContain('data: ')
  return {
    id,
    seller,
    other,
    heard,
    /** The next event after 20 s. */
    heardLater: async () => {
      expirePermissionChecks()
      await vi.advanceTimersByTimeAsync(20_000)
      return heard()
    },
  }
}

it('a seller’s changes reach members who may still see them, in another role or at another seller', async () => {
  const { id, seller, other, heardLater } = await listening()
  await setRole(db.owner, { memberId: id, sellerId: seller, role: 'viewer' })
  const sessions = await db.owner.selectFrom('sessions').select('id').where('member_id', '=', id).execute()
  await selectSeller(db.owner, { sessionId: assertDefined(sessions[0], 'it is one').id, memberId: id, sellerId: other })
  for (let beat = 1; beat <= 3; beat += 1) expect(await heardLater()).toContain('beat')
})

it.each([
  ['the membership', (memberId: string, sellerId: number) => removeRole(db.owner, { memberId, sellerId })],
  ['the session', (memberId: string) => endSessions(db.owner, { memberId })],
] as const)('within 20 s nothing more reaches a member who has lost %s', async (_, lose) => {
  const { id, seller, heard, heardLater } = await listening()
  await lose(id, seller)
  expect(await heardLater()).toContain('beat')
  expect(await heard()).toBeNull()
})
