import { updateRows } from '#db/testing-row.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import * as findPage from '#features/settings/find/find-page.tsx'
import { withWords } from '#features/settings/find/place-words.ts'
import { matchPlaces, type Place } from '#features/settings/find/places.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { de, en } from '#texts/messages.ts'
import { paths } from '#web/paths.ts'
import routes from './routes.ts'
import { sellerWords } from './testing-seller-words.ts'

const { db, hub } = await testHubAt()

const { id, email } = await addTestMember(hub, { operator: true })
await addTestSeller(db, { [id]: 'owner' })
const browser = await signedInBrowser(hub, email)

interface RouteNode {
  path?: string
  file: string
  children?: RouteNode[]
}

/** Paths of all pages inside the hub's frame, and of the pack station. */
function pagePaths(nodes: readonly RouteNode[]): string[] {
  return nodes.flatMap((node) => [
    ...(node.path && node.file.endsWith('-page.tsx') ? [`/${node.path}`] : []),
    ...pagePaths(node.children ?? []),
  ])
}

/** Pages for a single item, steps of other pages, or pages for signed-out visitors. */
const notToBeFound = new Set<string>([
  '/*',
  '/gallery',
  '/join',
  '/sign-in',
  '/sign-in/code',
  '/sign-in/link',
  '/sign-out',
  '/forgot-password',
  '/reset-password',
  '/switch-seller',
  '/sh/switch-tool',
  '/sh/find',
  '/sh/ovw/customize',
  '/sh/offers/answers',
  '/sh/offers/details',
  '/sh/offers/send',
  '/settings/policies/shipping',
  '/sh/ord/print',
  '/sh/ord/address',
  '/sh/ord/details',
  '/sh/ord/ship',
  '/sh/ord/ship-many',
  '/sh/ord/conversation',
  '/sh/ord/labels/account',
  '/sh/ord/labels/buy',
  '/sh/ord/ship-together',
  '/sh/ord/note',
  '/sh/ord/feedback',
  '/sh/ord/hand-over',
  '/sh/ord/tag',
  '/sh/ord/cancel',
  '/sh/ord/cancel-unpaid',
  '/sh/ord/refund',
  '/sh/ord/case',
  '/sh/fin/transactions/details',
  '/sh/fin/payouts/details',
  '/sh/performance/costs/enter',
  '/sh/fin/disputes/details',
  '/sh/fin/statements/month',
  '/sh/product-insights',
  '/sl/list/preview',
  '/sh/lst/item',
  '/sh/inv/code',
  '/sh/inv/item',
  '/sh/inv/labels',
  '/sh/inv/orders/details',
  '/sh/marketing/sale',
  '/sh/marketing/rule',
  '/sh/marketing/rules/stop',
  '/sh/lst/bulk-edit',
  '/sh/lst/active/bulk',
  '/sh/lst/drafts/bulk',
  '/sh/lst/scheduled/bulk',
  '/sh/lst/ended/bulk',
  '/settings/team/member',
  '/settings/team/leave',
  '/operator/seller',
  '/operator/write',
])

interface FoundRow {
  kind: string
  href: string
  text: string
  details: string[]
}

const speak = (locale: 'en' | 'de') => updateRows(db.owner, 'members', {}, { preferences: JSON.stringify({ locale }) })

async function foundPlaces(typed: string): Promise<Place[]> {
  const { data } = await browser.get(findPage, paths.find(typed))
  return data.groups.flatMap(({ rows }: { rows: FoundRow[] }) =>
    rows
      .filter(({ kind }) => kind === 'place' || kind === 'create')
      .map(({ href, text, details }) => ({ href, text, section: details[0] ?? null, count: null })),
  )
}

const found = async (typed: string) => (await foundPlaces(typed)).map(({ href }) => href)

const pathOf = (href: string) => new URL(href, 'http://hub').pathname

/** The search words of each page in the catalogue. */
const wordsOf = (messages: Record<string, string>) =>
  Object.entries(messages).filter(([key]) => key.startsWith('findWords.'))

describe('find or go to', () => {
  it('contains every page', async () => {
    const all = new Set<string>()
    // At most eight results are shown, so each page is searched by its own first words.
    for (const [, words] of wordsOf(en))
      for (const href of await found(words.split(' ').slice(0, 3).join(' '))) all.add(pathOf(href))
    const expected = pagePaths(routes).filter((path) => !notToBeFound.has(path))
    expect(expected.length).toBeGreaterThan(25)
    expect(expected.filter((path) => !all.has(path))).toEqual([])
  })

  it.each([
    ['en', en],
    ['de', de],
  ] as const)('finds each page by its other words: %s', async (locale, messages) => {
    await speak(locale)
    onTestFinished(() => speak('en'))
    const places = new Map<string, Place>()
    for (const [key, words] of wordsOf(messages)) {
      const pages = await foundPlaces(words)
      expect(pages, `${key} by all of its words`).toHaveLength(1)
      places.set(key, pages[0]!)
    }
    // The page matches like this; a request for each word would only repeat the rest of it.
    const all = withWords([...places.values()], textsFor(locale, 'UTC'))
    for (const [key, words] of wordsOf(messages))
      for (const word of words.split(' ')) {
        const pages = matchPlaces(all, `${word} ${words.split(' ')[0]!}`).map(({ href }) => href)
        expect(pages, `${key} by ${word}`).toContain(places.get(key)!.href)
      }
  })

  it.each(['en', 'de'] as const)('finds the page that a seller of another marketplace means: %s', async (locale) => {
    await speak(locale)
    onTestFinished(() => speak('en'))
    const places = new Map<string, Place>()
    for (const [, words] of wordsOf({ en, de }[locale]))
      for (const place of await foundPlaces(words)) places.set(place.href, place)
    const all = withWords([...places.values()], textsFor(locale, 'UTC'))
    const typed = sellerWords[locale].flatMap(([href, words]) => words.split(', ').map((word) => ({ href, word })))
    const missed = typed.filter(({ href, word }) => {
      const first = matchPlaces(all, word).slice(0, 3)
      return !first.some((place) => place.href === href)
    })
    expect(missed.map(({ href, word }) => `${word}: ${href}`)).toEqual([])
  })

  it('knows at least 250 words of sellers', () => {
    const words = Object.values(sellerWords).flatMap((pages) => pages.flatMap(([, all]) => all.split(', ')))
    expect(words.length).toBeGreaterThanOrEqual(250)
  })

  it('finds a page by its own name before others by other words', async () => {
    expect((await found('team'))[0]).toBe(paths.team)
    expect((await found('messages'))[0]).toBe(paths.conversations)
    expect((await found('notices'))[0]).toBe(paths.messages)
  })
})
