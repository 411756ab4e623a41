import { createSignInLink } from '#features/accounts/sign-in-links.server.ts'
import { demoMembers } from '#marketplace/demo/members.ts'
import type { ProcessHub } from './hub.ts'

// The roles whose links are worth a line on the screen; `hub user link` makes any other.
const shownMembers = ['owner@demo.example', 'shipper@demo.example', 'viewer@demo.example', 'operator@demo.example']

/** Says where the hub is, and prints one-time links for the members of the demo marketplace. */
export async function printWelcome(hub: ProcessHub, say: (line: string) => void): Promise<void> {
  say(`\nThe Seller Hub is at ${hub.config.publicUrl}`)
  // Whoever did not ask for the demo may have its members all the same, and no use for their doors in the log.
  const links = hub.config.demo ? await demoLinks(hub) : []
  if (links.length === 0) return
  say('\nSign in to the demo marketplace (each link works once, for 30 minutes):')
  for (const { name, link } of links) say(`  ${name.padEnd(24)} ${link}`)
}

async function demoLinks(hub: ProcessHub): Promise<{ name: string; link: string }[]> {
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
