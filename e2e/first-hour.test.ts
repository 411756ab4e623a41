import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createPasswordLink, passwordLinkMinutes } from '#features/people/accounts/passwords.server.ts'
import { addTestMember, testPassword } from '#features/people/accounts/testing.ts'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { field, pictureFile } from './listing-form-kit.ts'
import { guidePicture, hydrated, newPage, testHubInBrowser } from './testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { Walk } from './walk.ts'

const test = await testHubInBrowser({ data: 'empty' })
const member = await addTestMember(test.hub, { name: 'Noor Haddad' })
const email = member.email
const seller_id = await addSeller(test.db, 'noor-lamps', { display_name: 'Noor Lamps', registered_at: new Date() })
await test.db.owner.insertInto('memberships').values({ seller_id, member_id: member.id, role: 'owner' }).execute()

/** Rows of the guide's table: clicks, decisions and time of each step. */
function guideTable(): Record<string, string> {
  const guide = readFileSync('docs/guide/first-hour.md', 'utf8')
  const rows = guide.matchAll(/^\| ([^|]+) \| (\d+) \| (\d+) \| (\d+) s \|$/gm)
  return Object.fromEntries(
    [...rows].map(([, name, clicks, decisions, seconds]) => [
      name,
      inWords(Number(clicks), Number(decisions), Number(seconds)),
    ]),
  )
}

const inWords = (clicks: number, decisions: number, seconds: number) =>
  `${clicks} clicks, ${decisions} decisions, ${Math.round(seconds)} s`

it('from the owner’s link to a first listing with a picture: under four minutes, at most 14 decisions', async () => {
  const page = await newPage()
  const walk = new Walk(page)
  const taken: Record<string, string> = {}
  let before = { clicks: 0, decisions: 0, seconds: 0 }
  const part = (name: string) => {
    const { clicks, decisions, seconds } = walk
    taken[name] = inWords(clicks - before.clicks, decisions - before.decisions, seconds - before.seconds)
    before = { clicks, decisions, seconds }
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await page.goto(await createPasswordLink(test.hub, { memberId: member.id, minutes: passwordLinkMinutes.invitation }))
  await walk.type(page.getByLabel('New password', { exact: true }), testPassword)
  await walk.type(page.getByLabel('New password again'), testPassword)
  await walk.click(button('Set password'))
  await walk.type(page.getByLabel('E-mail address'), email)
  await walk.type(page.getByLabel('Password', { exact: true }), testPassword)
  await walk.click(button('Sign in'))
  await page.waitForURL((url) => url.pathname === paths.overview)
  await hydrated(page)
  part('Sign in')

  await walk.click(page.getByRole('link', { name: 'Set policies' }))
  await page.getByRole('heading', { level: 1, name: 'Shipping and returns' }).waitFor()
  await walk.decide(button('Use these'))
  for (const title of ['Shipping', 'Payment', 'Returns'])
    await page.getByRole('region', { name: title, exact: true }).getByText('Not used yet').waitFor()
  await guidePicture(page, 'first-hour-terms')
  await expectAccessible(page)
  part('Set shipping, payment and returns')

  await walk.click(page.getByRole('link', { name: 'Listings' }).first())
  await walk.click(page.getByRole('link', { name: /^Create (listing|your first listing)$/ }).first())
  await page.getByRole('heading', { level: 1, name: 'Create listing' }).waitFor()
  await hydrated(page)
  expect(
    await field(page, 'Shipping policy').evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text),
  ).toMatch(/^Free shipping/)
  await walk.type(field(page, 'Title'), 'Brass desk lamp with green glass shade')
  await walk.choose(field(page, 'Condition'), 'VERY_GOOD')
  await walk.type(page.getByRole('combobox', { name: 'Category' }), 'decoration')
  await walk.click(page.getByRole('option', { name: 'Home > Decoration' }))
  await walk.type(field(page, 'Type'), 'Lamp')
  await walk.pickFile(page.locator('#pictures'), await pictureFile('lamp.png', '#2f6b4f'))
  await page.locator('input[name=picture]').waitFor({ state: 'attached' })
  await walk.type(page.getByRole('textbox', { name: 'Description' }), 'Works. A scratch on the foot.')
  await walk.type(field(page, 'Price (GBP)'), '45')
  await page.getByText('Ready to publish').waitFor()
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.getByText(/^Saved \d/).waitFor()
  await guidePicture(page, 'first-hour-form')
  await walk.decide(button('Publish'))
  await page.getByText('Published. Buyers can find it now.').waitFor()
  await guidePicture(page, 'first-hour-published')
  part('List the first item, with a picture')

  await walk.click(page.getByRole('link', { name: 'Back to the list' }))
  await page.locator('tbody tr').filter({ hasText: 'Brass desk lamp' }).waitFor()
  await guidePicture(page, 'first-hour-list')
  part('See it in the list')

  expect(guideTable()).toEqual({ ...taken, 'All of it': inWords(walk.clicks, walk.decisions, walk.seconds) })
  expect(walk.decisions).toBeLessThanOrEqual(14)
  expect(walk.seconds).toBeLessThan(240)
})
