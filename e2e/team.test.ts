import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { addSeller } from '#db/testing-seller.ts'
import { addTestMember, testPassword } from '#features/people/accounts/testing.ts'
import { paths } from '#web/paths.ts'
import { FormPage, formPage } from './form-page.ts'
import { guidePicture, hydrated, newPage, openPage, signIn, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser({ data: 'empty' })

/** A new shop with its owner. */
async function shopOf(username: string, owner: string): Promise<string> {
  const { id, email } = await addTestMember(test.hub, { name: owner })
  const seller_id = await addSeller(test.db, username, { display_name: 'Noor Lamps' })
  await test.db.owner.insertInto('memberships').values({ seller_id, member_id: id, role: 'owner' }).execute()
  return email
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).press('Enter')
const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor()

/** Creates an invitation on the team's page; returns its link. */
async function inviteTo(page: Page, role: string): Promise<string> {
  await page.getByLabel('Role', { exact: true }).selectOption(role)
  await press(page, 'Create invitation link')
  const link = page.getByRole('status').getByText('/join?token=')
  return link.innerText()
}

async function signUp(page: Page, link: string, { name, email }: { name: string; email: string }): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('New password', { exact: true }).fill(testPassword)
  await page.getByLabel(/again|repeat/i).fill(testPassword)
  await press(page, 'Create account and join')
}

it('by keyboard an owner invites by link, a colleague joins, gets another role, is signed out and removed; ownership is handed over', async () => {
  const owner = await signedInPage(test, await shopOf('noor-lamps', 'Noor Haddad'))
  await openPage(owner, test.url + paths.team)
  await owner.getByRole('heading', { level: 1, name: 'Team' }).waitFor()
  const link = await inviteTo(owner, 'shipper')
  await guidePicture(owner, 'team-link')

  const colleague = await newPage()
  await colleague.goto(link)
  await colleague.getByText(/Noor Haddad invites you to work for Noor Lamps as Shipper/).waitFor()
  await guidePicture(colleague, 'team-join')
  await signUp(colleague, link, { name: 'Sam Example', email: 'sam@example.com' })
  await colleague.waitForURL((url) => url.pathname === paths.overview)
  await openPage(colleague, test.url + paths.team)
  await colleague.getByRole('row', { name: /Noor Haddad/ }).waitFor()
  expect(await colleague.getByRole('heading', { name: 'History' }).count()).toBe(0)

  await openPage(owner, test.url + paths.team)
  await owner.getByRole('link', { name: 'Manage Sam Example' }).press('Enter')
  await owner.getByRole('heading', { level: 1, name: 'Sam Example' }).waitFor()
  await hydrated(owner)
  await guidePicture(owner, 'team-member')
  await owner.getByRole('combobox', { name: 'Role' }).selectOption('manager')
  await press(owner, 'Change role')
  await said(owner, 'The role is changed')
  await openPage(colleague, test.url + paths.templates)
  await colleague.getByRole('heading', { level: 1, name: 'Templates' }).waitFor()

  await owner.getByRole('link', { name: 'Manage Sam Example' }).press('Enter')
  await press(owner, 'Sign out on all devices')
  await said(owner, 'signed out on all devices')
  await colleague.goto(test.url + paths.team)
  expect(new URL(colleague.url()).pathname).toBe(paths.signIn)

  // A wrong password focuses the error and changes nothing.
  await owner.getByRole('link', { name: 'Manage Sam Example' }).press('Enter')
  const handOver = owner.getByRole('region', { name: 'Hand over ownership' })
  await handOver.getByLabel('Your password').fill('wrong')
  await press(owner, 'Hand over to Sam Example')
  await handOver.getByText('That is not your current password.').first().waitFor()
  await handOver.getByLabel('Your password').fill(testPassword)
  await press(owner, 'Hand over to Sam Example')
  await said(owner, 'You are a manager now')
  expect(await owner.getByRole('button', { name: 'Create invitation link' }).count()).toBe(0)

  await signIn(colleague, test, 'sam@example.com')
  await openPage(colleague, test.url + paths.team)
  await colleague.getByText('Noor Haddad handed over ownership to Sam Example').waitFor()
  await colleague.getByRole('link', { name: 'Manage Noor Haddad' }).press('Enter')
  await press(colleague, 'Remove Noor Haddad')
  await said(colleague, 'no longer in the team')
  expect((await owner.goto(test.url + paths.orders))?.status()).toBe(403)
  // The log contains no invitation token.
  const token = new URL(link).searchParams.get('token') ?? 'none'
  expect(JSON.stringify(test.log)).not.toContain(token)
})

it('works without script; a link works once', async () => {
  const owner = await formPage(test, await shopOf('ona-paper', 'Ona Paper'))
  const invite = async (role: string) => {
    await owner.open(paths.team)
    owner.select('Role', role)
    await owner.press('Create invitation link')
    return /\S+\/join\?token=\S+/.exec(owner.within('status').text())![0]
  }
  const link = await invite('viewer')
  const guest = new FormPage(test.url)
  await guest.open(link)
  guest.fill('Your name', 'Kim Example')
  guest.fill('E-mail address', 'kim@example.com')
  guest.fill('New password', testPassword)
  guest.fill(/again|repeat/i, testPassword)
  await guest.press('Create account and join')
  expect(guest.url.pathname).toBe(paths.overview)
  const late = new FormPage(test.url)
  await late.open(link)
  expect(late.status).toBe(410)
  late.says('This invitation no longer works')

  await guest.open(paths.team)
  await guest.follow('Leave the team')
  await guest.press('Leave Noor Lamps')
  expect(guest.url.pathname).not.toBe(paths.leaveTeam)
  await guest.open(paths.team)
  expect(guest.status).toBe(403)
  // A person with an account signs in from the same page and returns to it.
  const again = new FormPage(test.url)
  await again.open(await invite('manager'))
  await again.follow('I have an account: sign in')
  again.fill('E-mail address', 'kim@example.com')
  again.fill('Password', testPassword)
  await again.press('Sign in')
  again.says('You are signed in as Kim Example')
  await again.press('Join as Manager')
  expect(again.url.pathname).toBe(paths.overview)
  await owner.open(paths.leaveTeam)
  owner.says('You are the only owner of Noor Lamps')
})
