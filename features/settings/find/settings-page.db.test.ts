import { updateRows } from '#db/testing-row.ts'
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { settingsOf } from '#features/settings/preferences/settings-list.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { paths } from '#web/paths.ts'
import * as findPage from './find-page.tsx'
import * as page from './settings-page.tsx'

const { db, hub } = await testHubAt()

const member = async (role: 'owner' | 'viewer', locale = 'en') => {
  const { id, email } = await addTestMember(hub)
  await addTestSeller(db, { [id]: role })
  await updateRows(db.owner, 'members', { id }, { preferences: JSON.stringify({ locale }) })
  return signedInBrowser(hub, email)
}

const hrefs = (groups: { rows: { href: string }[] }[]) => groups.flatMap(({ rows }) => rows.map(({ href }) => href))

it.each(['en', 'de'] as const)('finds each setting by its name, as Find or go to does: %s', async (locale) => {
  const browser = await member('owner', locale)
  const { groups } = (await browser.get(page, paths.settings())).data
  expect(groups).toHaveLength(5)
  const settings = settingsOf(
    groups.flatMap(({ pages }: { pages: { name: string; href: string }[] }) => pages),
    textsFor(locale, 'UTC'),
  )
  expect(settings.length).toBeGreaterThan(25)
  for (const { name, href } of settings)
    expect(hrefs((await browser.get(page, paths.settings(name))).data.found), name).toContain(href)
  const { name, href } = settings[1]!
  expect(hrefs((await browser.get(findPage, paths.find(name))).data.groups)).toContain(href)
})

it('leads to places of the pages', async () => {
  const browser = await member('owner')
  const { groups } = (await browser.get(page, paths.settings())).data
  const source = globSync('features/**/*.tsx')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const ids = settingsOf(
    groups.flatMap(({ pages }: { pages: { name: string; href: string }[] }) => pages),
    textsFor('en', 'UTC'),
  ).map(({ href }) => href.split('#')[1]!)
  // Those of the preferences' choices are spelled by their names.
  const isSpelled = (id: string) => source.includes(` id="${id}"`) || source.includes(`fieldOf('${id}'`)
  const missing = ids.filter((id) => !isSpelled(id) && !['density', 'theme'].includes(id))
  expect(missing).toEqual([])
})

it('offers nobody what their role may not open', async () => {
  const browser = await member('viewer')
  const { groups } = (await browser.get(page, paths.settings())).data
  expect(groups.map(({ name }: { name: string }) => name)).toEqual(['You', 'Shop'])
  expect((await browser.get(page, paths.settings('bank account'))).data.found).toEqual([])
})
