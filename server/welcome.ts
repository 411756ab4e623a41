import { createSignInLink, signInLinkMinutes } from '#features/people/accounts/sign-in-links.server.ts'
import { demoMembers, shownDemoMembers } from '#marketplace/demo/members.ts'
import type { AccountsHub } from '#features/people/accounts/accounts-hub.ts'
import type { ProcessHub } from './hub.ts'

/** Prints the hub's URL, and one-time links for demo members. */
export async function printWelcome(hub: ProcessHub, say: (line: string) => void): Promise<void> {
  say(`\nThe Seller Hub is at ${hub.config.publicUrl}`)
  // A database may contain demo members although the demo was not requested; their links do not belong in the log.
  const links = hub.config.demo ? await demoLinks(hub) : []
  if (links.length === 0) return
  say('')
  printLinks(links, say)
}

export function printLinks(links: readonly DemoLink[], say: (line: string) => void): void {
  say(
    `Sign in to the demo marketplace (each link works once, for ${signInLinkMinutes} minutes; new ones: npm run hub -- demo links):`,
  )
  for (const { name, link } of links) say(`  ${name.padEnd(24)} ${link}`)
}

interface DemoLink {
  /** Its member's name and role. */
  name: string
  link: string
}

/** Creates one-time links for the demo members present, one per role. */
export async function demoLinks(hub: AccountsHub): Promise<DemoLink[]> {
  const known = await hub.db.owner
    .selectFrom('members')
    .select('email')
    .where('email', 'in', shownDemoMembers)
    .execute()
  const members = shownDemoMembers.flatMap((email) =>
    known.some((member) => member.email === email) ? demoMembers.filter((member) => member.email === email) : [],
  )
  return Promise.all(
    members.map(async ({ name, email }) => ({
      name: `${name} (${email.split('@')[0]})`,
      link: await createSignInLink(hub, email),
    })),
  )
}
