import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, testServices } from '#features/people/accounts/testing.ts'
import * as findPage from '#features/settings/find/find-page.tsx'
import { keysOf } from '#lib/records.ts'
import { paths } from '#web/paths.ts'
import * as picture from './guide-picture-resource.ts'
import { guides } from './guides.ts'
import * as page from './guides-page.tsx'

const hub = testServices(await testDatabase())
const browser = await signedInBrowser(hub, (await addTestMember(hub)).email)
const htmlOf = async (name: string): Promise<string> => (await browser.get(page, paths.guides(name))).data.guide.html

it('are all files for sellers, by their titles', () => {
  // How many clicks tasks take is for contributors.
  const files = readdirSync(hub.config.guides).filter((file) => file.endsWith('.md') && file !== 'clicks.md')
  const titles = files.map((file) => {
    const [, title] = /^# (.+)\n/.exec(readFileSync(`${hub.config.guides}/${file}`, 'utf8'))!
    return [file.replace('.md', ''), title]
  })
  expect(Object.fromEntries(titles)).toEqual(guides)
})

it('lead to each other and show their pictures', async () => {
  const all = new Map(await Promise.all(keysOf(guides).map(async (name) => [name, await htmlOf(name)] as const)))
  const urls = [...all.values()].flatMap((html) =>
    [...html.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, url]) => url!),
  )
  expect(urls.length).toBeGreaterThan(40)
  for (const url of new Set(urls)) {
    const { pathname, searchParams, hash } = new URL(url, 'http://hub')
    if (pathname === paths.guides()) {
      const html = all.get(searchParams.get('guide') as keyof typeof guides)
      expect(html, url).toContain(hash === '' ? '<p>' : ` id="${hash.slice(1)}"`)
    } else expect((await browser.get(picture, url)).status, url).toBe(200)
  }
  expect(await htmlOf('orders')).toMatch(/<img src="[^"]+" alt="[^"]+" width="[1-9]\d+" height="[1-9]\d+"/)
})

it('are found by their titles', async () => {
  for (const name of keysOf(guides)) {
    const { groups } = (await browser.get(findPage, paths.find(guides[name]))).data
    expect(groups[0].rows.map(({ href }: { href: string }) => href)).toContain(paths.guides(name))
  }
})

it('serve no other file', async () => {
  for (const name of ['../glossary', 'clicks', 'toString', ''])
    expect((await browser.get(page, paths.guides(name))).status, name).toBe(404)
  for (const name of ['../orders.md', 'none.png', '../../secret.png'])
    expect((await browser.get(picture, paths.guidePicture(name))).status, name).toBe(404)
})
