import { roleOf } from '#features/people/accounts/members.server.ts'
import { signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, type TestServices } from '#features/people/accounts/testing.ts'
import { paths } from '#web/paths.ts'
import type { Role } from '#web/roles.ts'
import * as memberPage from './team-member-page.tsx'

export interface Person {
  id: string
  email: string
  browser: TestBrowser
}

/** Teams of shops of a hub, and the steps of its members. */
export function testTeams(hub: TestServices) {
  /** A shop with these members, all signed in. */
  async function shop<Name extends string>(team: Record<Name, Role>) {
    const people = {} as Record<Name, Person>
    const roles: Record<string, Role> = {}
    for (const [name, role] of Object.entries(team) as [Name, Role][]) {
      const { id, email } = await addTestMember(hub, { name: `${name} Example` })
      roles[id] = role
      people[name] = { id, email, browser: null as never }
    }
    const sellerId = await addTestSeller(hub.db, roles)
    for (const person of Object.values<Person>(people)) person.browser = await signedInBrowser(hub, person.email)
    hub.mails.length = 0
    const roleAt = ({ id }: { id: string }) => roleOf(hub.db.owner, { memberId: id, sellerId })
    return { sellerId, people, roleAt }
  }

  const step = (by: Person, about: { id: string }, fields: Record<string, string>) =>
    by.browser.post(memberPage, paths.teamMember(about.id), fields)

  return { shop, step }
}
