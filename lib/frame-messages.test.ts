import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { conditionChanges, highestContent, readInsightsData, readMessage } from './frame-messages.ts'
import { refilterQuery } from './query.ts'

const parent = {}
const speaker = { window: parent, origins: ['https://hub.example', 'https://market.example'] }
const message = (change: Partial<{ source: unknown; origin: string; data: unknown }> = {}) => ({
  source: parent,
  origin: 'https://hub.example',
  data: { type: 'conditionChange', data: { condition: 'NEW' } },
  ...change,
})

describe('readMessage', () => {
  it('reads an envelope from the expected sender', () => {
    expect(readMessage(message(), speaker)).toEqual({ type: 'conditionChange', data: { condition: 'NEW' } })
    expect(readMessage(message({ origin: 'https://market.example' }), speaker)).not.toBeNull()
  })

  it.each([
    ['another window', message({ source: {} })],
    ['no window', message({ source: null })],
    ['another origin', message({ origin: 'https://evil.example' })],
    ['an origin that begins alike', message({ origin: 'https://hub.example.evil.example' })],
    ['another scheme', message({ origin: 'http://hub.example' })],
    ['another port', message({ origin: 'https://hub.example:8443' })],
    ['no origin', message({ origin: 'null' })],
    ['text', message({ data: '{"type":"conditionChange","data":{}}' })],
    ['a list', message({ data: ['conditionChange'] })],
    ['no data', message({ data: { type: 'conditionChange' } })],
    ['data that are a list', message({ data: { type: 'conditionChange', data: [] } })],
    ['no type', message({ data: { data: {} } })],
    ['nothing', message({ data: null })],
  ])('ignores %s', (_, event) => expect(readMessage(event, speaker)).toBeNull())

  it('ignores a closed window', () =>
    expect(readMessage(message({ source: null }), { ...speaker, window: null })).toBeNull())

  it('never throws, whatever is sent', () => {
    expectForAll(fc.anything(), fc.string(), (data, origin) => {
      const read = readMessage({ source: parent, origin, data }, { window: parent, origins: [origin] })
      if (read) {
        conditionChanges(read.data)
        readInsightsData(read.data)
      }
    })
  })
})

describe('conditionChanges', () => {
  const query = (current: string, data: Record<string, unknown>) => {
    const changes = conditionChanges(data)
    return changes && refilterQuery(current, changes)
  }

  it.each([
    [
      'a condition keeps the item',
      'itemId=7&condition=NEW',
      { fieldChanged: 'condition', condition: 'GOOD' },
      'itemId=7&condition=GOOD',
    ],
    [
      'another field drops it',
      'itemId=7&condition=NEW',
      { fieldChanged: 'format', format: 'AUCTION' },
      'condition=NEW&format=AUCTION',
    ],
    [
      'also one that is sent along',
      'condition=NEW',
      { fieldChanged: 'product', epid: '12', itemId: '9' },
      'condition=NEW&epid=12',
    ],
    [
      'a condition may bring its item',
      'condition=NEW',
      { fieldChanged: 'condition', condition: 'GOOD', itemId: ' 9 ' },
      'condition=GOOD&itemId=9',
    ],
    ['no field named: not the condition', 'itemId=7', { condition: 'GOOD' }, 'condition=GOOD'],
    [
      'empty values leave',
      'epid=1&title=x',
      { fieldChanged: 'product', epid: '', title: null, gtin: '4006381333931' },
      'gtin=4006381333931',
    ],
    ['an offset goes back', 'offset=50', { fieldChanged: 'condition', condition: 'NEW' }, 'offset=0&condition=NEW'],
  ])('%s', (_, current, data, expected) => expect(query(current, data)).toBe(expected))

  it.each([
    { condition: {} },
    { condition: ['NEW'] },
    { title: 'x'.repeat(501) },
    { price: Number.NaN },
    { f: () => 1 },
  ])('refuses %o', (data) => expect(conditionChanges({ fieldChanged: 'condition', ...data })).toBeNull())

  it('turns every key except fieldChanged into one change, whatever its name', () => {
    expectForAll(fc.dictionary(fc.string(), fc.string({ maxLength: 20 })), (data) => {
      const { fieldChanged: _, ...rest } = data
      const keys = conditionChanges({ ...data, fieldChanged: 'condition' })!.map(({ key }) => key)
      expect(keys.toSorted()).toEqual(Object.keys(rest).toSorted())
    })
  })
})

describe('readInsightsData', () => {
  const displayPrice = { value: { value: 24.5, currency: 'GBP' }, styles: ['BOLD'] }

  it('reads price and height', () =>
    expect(readInsightsData({ epid: '42', contentHeight: 131.4, displayPrice })).toEqual({
      epid: '42',
      contentHeight: 132,
      price: { value: 24.5, currency: 'GBP' },
    }))

  it('keeps the price if the content is too high, and limits the height', () =>
    expect(readInsightsData({ epid: '42', contentHeight: highestContent + 1, displayPrice })).toMatchObject({
      contentHeight: highestContent,
      price: { value: 24.5 },
    }))

  it.each([
    ['no price', { text: '–' }],
    ['free', { value: { value: 0, currency: 'GBP' } }],
    ['not a number', { value: { value: Number.NaN, currency: 'GBP' } }],
    ['text for a number', { value: { value: '24.5', currency: 'GBP' } }],
    ['no currency', { value: { value: 24.5 } }],
    ['words', 'cheap'],
  ])('offers no price: %s', (_, text) =>
    expect(readInsightsData({ epid: null, contentHeight: 100, displayPrice: text })).toEqual({
      epid: null,
      contentHeight: 100,
      price: null,
    }),
  )

  it.each([
    {},
    { contentHeight: 0 },
    { contentHeight: -5 },
    { contentHeight: Infinity },
    { contentHeight: '90' },
    { contentHeight: 90, epid: 7 },
  ])('refuses %o', (data) => expect(readInsightsData(data)).toBeNull())
})
