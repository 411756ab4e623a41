import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { waitingForLock } from '#db/testing-waits.ts'
import { setRole } from '#features/people/accounts/members.server.ts'
import { addTestShop } from '#features/people/accounts/testing-browser.ts'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { paths } from '#web/paths.ts'
import type { Role } from '#web/roles.ts'
import * as templatesPage from './templates-page.tsx'

const { db, hub } = await testHubAt()

it.each([
  ['viewer', 403, 0],
  ['manager', 303, 1],
] as [Role, number, number][])(
  'a member who has become %s while others saved settings is answered %i',
  async (role, status, saved) => {
    const {
      sellerId: seller,
      browser,
      member: { id },
    } = await addTestShop(hub, { role: 'shipper' })
    const begun = Promise.withResolvers<void>()
    const over = Promise.withResolvers<void>()
    const others = db.asOwner(async (own) => {
      await sql`select pg_advisory_xact_lock(lock_number(${`settings ${seller}`}))`.execute(own)
      begun.resolve()
      await over.promise
    })
    await begun.promise
    const answer = browser.post(templatesPage, paths.templates, { step: 'save', name: 'Thanks', body: 'Thank you.' })
    await expect.poll(() => waitingForLock(db.pool)).toHaveLength(1)
    await setRole(db.owner, { memberId: id, sellerId: seller, role })
    over.resolve()
    await others
    expect((await answer).status).toBe(status)
    const templates = db.owner.selectFrom('message_templates').select('id').where('seller_id', '=', seller)
    expect(await templates.execute()).toHaveLength(saved)
  },
)
