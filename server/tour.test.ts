import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (name: string) => readFileSync(path.join(root, name), 'utf8')

/** A number, a file linked by its path, and two lines on what to see. */
const stopPattern = /^\d+\. \[`([^`]+)`\]\(\.\.\/\1\)\n((?: {3,4}\S.*\n){2})(?=\n|\d)/gm

describe('the tour', () => {
  const text = `${read('docs/tour.md').trimEnd()}\n\n`
  const stops = [...text.matchAll(stopPattern)].map(([, file = '', toSee = '']) => ({ file, toSee }))

  it('has sixty existing files, each once, with two lines on each', () => {
    expect(text.match(/^\d+\. /gm)?.map(Number)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
    expect(new Set(stops.map(({ file }) => file)).size).toBe(60)
    expect(stops.filter(({ file }) => !existsSync(path.join(root, file)))).toEqual([])
  })

  it('is read in a day: at most 9,000 lines', () => {
    const lines = stops.map(({ file }) => read(file).trimEnd().split('\n').length)
    expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(9_000)
  })

  it.each(stops)('shows what is in $file', ({ file, toSee }) => {
    const source = read(file)
    const named = [...toSee.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !source.includes(name))).toEqual([])
  })

  it('begins each part with a sentence', () => {
    const parts = text.split(/^## /m).slice(1)
    expect(parts.filter((part) => !/^.+\n\n[A-Z][^\n]+[.]\n\n\d+\. /.test(part))).toEqual([])
  })
})

// What newcomers ask, the word that they search for in the index, and the file that answers, with a word that is in it.
const questions: [question: string, word: string, file: string, says: string][] = [
  ['Where is the ship-by date computed?', 'ship-by', 'lib/business-calendar.ts', 'function shipBy('],
  ['What refuses an order without stock?', 'without stock', 'features/core/listing/shelf.ts', 'not-enough-stock'],
  [
    'Where do I add a column to the orders list?',
    'column',
    'features/orders/order-list/orders-list-columns.server.ts',
    'orderListColumns',
  ],
  ['Where is this button’s text?', 'button', 'texts/en/after-sale.ts', 'refund.confirm'],
  ['Who has the permission to refund?', 'permission', 'web/roles.ts', "'orders.refund'"],
  ['How are fees worked out?', 'fees', 'features/core/fees/fee.ts', 'function variableFee('],
  ['When is the next payout?', 'payout', 'features/payments/payouts/payout-dates.ts', 'function nextPayout('],
  ['Which URL has a page?', 'URL', 'web/addresses.ts', '/sh/ord/refund'],
  ['Where is an endpoint added to the API?', 'endpoint', 'api/endpoints.ts', 'payoutEndpoints'],
  ['When does a job run?', 'job', 'server/timetable.ts', "'due-payouts'"],
  ['What changes the status of an order?', 'order status', 'db/functions/order-states.sql', 'function order_status('],
  ['How is a refund made?', 'refund', 'features/after-sale/refunds/refund-order-db.server.ts', 'function refundOrder('],
  [
    'Where is an environment variable read?',
    'environment variable',
    'server/config-variables.ts',
    'DATABASE_POOLER_URL',
  ],
  ['What hides rows of other sellers?', 'row-level', 'db/client.ts', 'bind_seller'],
]

describe('the index of terms', () => {
  const [, index = ''] = read('docs/architecture.md').split('## Index of terms\n')
  const entries = index.split('\n').filter((line) => line.startsWith('- '))
  /** Names of an entry: what stands before its first place. */
  const names = (entry: string) => entry.slice(2, entry.indexOf('`')).toLowerCase()

  /** Files and folders of an entry. A name alone is in the folder before it: `api/sell`: `routes.ts`. */
  const placesOf = (entry: string) => {
    let folder = ''
    return [...entry.matchAll(/`([\w./-]+(?:\/[\w.-]+|\.(?:tsx?|sql)))`/g)].map(([, place = '']) => {
      if (!place.includes('/')) return path.join(folder, place)
      folder = /\.\w+$/.test(place) ? path.dirname(place) : place
      return place
    })
  }

  it('names files and folders that exist', () => {
    const places = entries.flatMap(placesOf)
    expect(places.length).toBeGreaterThan(150)
    expect(places.filter((place) => !existsSync(path.join(root, place)))).toEqual([])
  })

  it.each(questions)('answers with one search: %s', (_question, word, file, says) => {
    const found = entries.filter((entry) => names(entry).includes(word.toLowerCase()))
    expect(found).toHaveLength(1)
    expect(placesOf(found[0]!).some((place) => file === place || file.startsWith(`${place}/`))).toBe(true)
    expect(read(file)).toContain(says)
  })

  it('is in the order of the alphabet', () => {
    const firsts = entries.map(names)
    expect(firsts).toEqual(firsts.toSorted((a, b) => a.localeCompare(b, 'en')))
  })
})
