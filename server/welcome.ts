import { createSignInLink, signInLinkMinutes } from '#features/shop/accounts/sign-in-links.server.ts'
import { demoMembers } from '#marketplace/demo/members.ts'
import type { AccountsHub } from '#features/shop/accounts/accounts-hub.ts'
import type { ProcessHub } from './hub.ts'

// The roles whose links are worth a line on the screen; `hub user link` makes any other.
const shownMembers = ['owner@demo.example', 'shipper@demo.example', 'viewer@demo.example', 'operator@demo.example']

/** Says where the hub is, and prints one-time links for the members of the demo marketplace. */
export async function printWelcome(hub: ProcessHub, say: (line: string) => void): Promise<void> {
  say(`\nThe Seller Hub is at ${hub.config.publicUrl}`)
  // Whoever did not ask for the demo may have its members all the same, and no use for their doors in the log.
  const links = hub.config.demo ? await demoLinks(hub) : []
  if (links.length === 0) return
  say('')
  sayLinks(links, say)
}

/** Prints one-time links, and how to get new ones. */
export function sayLinks(links: readonly DemoLink[], say: (line: string) => void): void {
  say(
    `Sign in to the demo marketplace (each link works once, for ${signInLinkMinutes} minutes; new ones: npm run hub -- demo links):`,
  )
  for (const { name, link } of links) say(`  ${name.padEnd(24)} ${link}`)
}

/** A one-time link of a member of the demo marketplace. */
interface DemoLink {
  /** Whose it is, with the role. */
  name: string
  link: string
}

/** New one-time links for the members of the demo marketplace that are here, one a role. */
export async function demoLinks(hub: AccountsHub): Promise<DemoLink[]> {
  const known = await hub.db.owner.selectFrom('members').select('email').where('email', 'in', shownMembers).execute()
  const members = shownMembers.flatMap((email) =>
    known.some((member) => member.email === email) ? demoMembers.filter((member) => member.email === email) : [],
  )
  return Promise.all(
    members.map(async ({ name, email }) => ({
      name: `${name} (${email.split('@')[0]})`,
      link: await createSignInLink(hub, email),
    })),
  )
}
