import { sellerLevels } from '#features/core/seller-level/seller-level.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { roles } from '#web/roles.ts'
import { readCounts, type MessageConfig } from '#lib/message-counters.ts'
import {
  chooseMessages,
  inboxOf,
  isCurrent,
  isFor,
  isOn,
  maxShownMessages,
  remembered,
  soundMessages,
  type Audience,
  type MessageMemory,
  type Reader,
  type SoundMessage,
  type StoredMessage,
} from './message.ts'
import { day } from '#lib/duration.ts'

const now = new Date('2026-11-20T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * day)

const everybody: Audience = {
  levels: null,
  countries: null,
  minOrders: null,
  maxOrders: null,
  newForDays: null,
  sellers: null,
  roles: null,
}
const ann: Reader = {
  role: 'owner',
  locale: 'en',
  seller: { username: 'ann', country: 'GB', level: 'TOP_RATED', registeredAt: daysAgo(30), orders: 100 },
}
const operator: Reader = { role: 'operator', locale: 'en', seller: null }
const untouched: MessageMemory = { views: 0, lastShownAt: null, dismissals: 0, dismissedForGood: false, readAt: null }

function message(change: Partial<StoredMessage> = {}): SoundMessage {
  const stored: StoredMessage = {
    key: 'a',
    locale: 'all',
    model: { message: 'x' },
    audience: everybody,
    pages: null,
    startsAt: null,
    endsAt: null,
    priority: 0,
    createdAt: daysAgo(1),
    memory: untouched,
    ...change,
  }
  return soundMessages([stored]).sound[0]!
}

const noCookies = () => ({ viewsLeft: null, dismissalLeft: null })
const choose = (messages: SoundMessage[], cookies: Parameters<typeof chooseMessages>[1]['cookies'] = noCookies) =>
  chooseMessages(messages, { reader: ann, pathname: '/sh/ovw', now, cookies, isInDocument: false })
const shownKeys = (messages: SoundMessage[]) => choose(messages).shown.map(({ key }) => key)

describe('an audience', () => {
  it.each<[string, Partial<Audience>, boolean]>([
    ['everybody', {}, true],
    ['her level', { levels: ['TOP_RATED'] }, true],
    ['another level', { levels: ['BELOW_STANDARD'] }, false],
    ['her country', { countries: ['DE', 'GB'] }, true],
    ['another country', { countries: ['DE'] }, false],
    ['her size', { minOrders: 100, maxOrders: 100 }, true],
    ['larger sellers', { minOrders: 101 }, false],
    ['smaller sellers', { maxOrders: 99 }, false],
    ['who registered within 30 days', { newForDays: 30 }, true],
    ['who registered within 29 days', { newForDays: 29 }, false],
    ['her by name', { sellers: ['bob', 'ann'] }, true],
    ['others by name', { sellers: ['bob'] }, false],
    ['her role', { roles: ['owner'] }, true],
    ['another role', { roles: ['viewer', 'operator'] }, false],
    ['her country and another level', { countries: ['GB'], levels: ['BELOW_STANDARD'] }, false],
  ])('%s', (_, condition, expected) => expect(isFor({ ...everybody, ...condition }, ann, now)).toBe(expected))

  it('includes operators if it has no seller condition', () => {
    expect(isFor(everybody, operator, now)).toBe(true)
    expect(isFor({ ...everybody, roles: ['operator'] }, operator, now)).toBe(true)
    expect(isFor({ ...everybody, countries: ['GB'] }, operator, now)).toBe(false)
    expect(isFor({ ...everybody, roles: ['operator'] }, { ...operator, role: null }, now)).toBe(false)
  })

  it('excludes a seller without a level from a level condition', () =>
    expect(
      isFor({ ...everybody, levels: [...sellerLevels] }, { ...ann, seller: { ...ann.seller!, level: null } }, now),
    ).toBe(false))

  const list = <T>(...values: readonly T[]) => fc.option(fc.subarray<T>([...values], { minLength: 1 }), { nil: null })
  const size = fc.option(fc.nat(200), { nil: null })
  const audiences: fc.Arbitrary<Audience> = fc.record({
    levels: list(...sellerLevels),
    countries: list('GB', 'DE', 'JP'),
    minOrders: size,
    maxOrders: size,
    newForDays: fc.option(fc.integer({ min: 1, max: 60 }), { nil: null }),
    sellers: list('ann', 'bob'),
    roles: list(...roles, 'operator' as const),
  })
  const readers: fc.Arbitrary<Reader> = fc.record({
    role: fc.constantFrom(null, 'operator' as const, ...roles),
    locale: fc.constantFrom('en', 'de'),
    seller: fc.option(
      fc.record({
        username: fc.constantFrom('ann', 'bob', 'cyd'),
        country: fc.constantFrom('GB', 'DE', 'JP'),
        level: fc.constantFrom(null, ...sellerLevels),
        registeredAt: fc.nat(90).map(daysAgo),
        orders: fc.nat(200),
      }),
      { nil: null },
    ),
  })

  it('is exactly the members that meet all conditions: more conditions never add members', () =>
    expectForAll(audiences, readers, (audience, reader) => {
      const parts = Object.entries(audience).map(([part, condition]) => ({ ...everybody, [part]: condition }))
      expect(isFor(audience, reader, now)).toBe(parts.every((part) => isFor(part, reader, now)))
    }))
})

describe('the pages of a message', () => {
  it.each<[string[] | null, string, boolean]>([
    [null, '/anything', true],
    [['/sh/ovw'], '/sh/ovw', true],
    [['/sh/ovw'], '/sh/ovw/x', false],
    [['/sh/ord/*'], '/sh/ord', true],
    [['/sh/ord/*'], '/sh/ord/details', true],
    [['/sh/ord/*'], '/sh/orders', false],
    [['/*'], '/', true],
    [['/*'], '/sh/ovw', true],
    [['/a', '/b'], '/b', true],
    [[], '/a', false],
  ])('%j on %s: %s', (pages, pathname, expected) => expect(isOn(pages, pathname)).toBe(expected))
})

it('is shown from its start until its end, exclusively', () => {
  expect(isCurrent({ startsAt: now, endsAt: null }, now)).toBe(true)
  expect(isCurrent({ startsAt: null, endsAt: now }, now)).toBe(false)
  expect(isCurrent({ startsAt: new Date(now.getTime() + 1), endsAt: null }, now)).toBe(false)
})

describe('the choice for a page', () => {
  it('is by priority, then newest first, at most four', () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map((key, index) => message({ key, createdAt: daysAgo(9 - index) }))
    expect(shownKeys([...many, message({ key: 'f', priority: 1, createdAt: daysAgo(99) })])).toEqual([
      'f',
      'e',
      'd',
      'c',
    ])
  })

  it('prefers the reader’s locale to all, and excludes others', () => {
    const locales = ['all', 'de', 'en'].map((locale) => message({ locale, model: { message: locale } }))
    expect(choose(locales).shown.map(({ locale }) => locale)).toEqual(['en'])
    expect(shownKeys([message({ locale: 'de' })])).toEqual([])
  })

  it.each<[string, unknown, Partial<MessageMemory>, boolean]>([
    ['closed once, without more: only that session', { messageId: 'a' }, { dismissals: 1 }, true],
    ['closed for good', { messageId: 'a' }, { dismissals: 1, dismissedForGood: true }, false],
    ['two of three views', { messageId: 'a', maxViews: 3 }, { views: 2 }, true],
    ['all three views', { messageId: 'a', maxViews: 3 }, { views: 3 }, false],
    ['one of two dismissals', { messageId: 'a', maxDismissal: 2 }, { dismissals: 1 }, true],
    ['both dismissals', { messageId: 'a', maxDismissal: 2 }, { dismissals: 2 }, false],
    ['no limit of dismissals', { messageId: 'a', maxDismissal: 0 }, { dismissals: 5 }, true],
    ['never to be shown', { messageId: 'a', maxViews: 0 }, {}, false],
    ['counts that are no numbers', { messageId: 'a', maxViews: 'many' }, { views: 9 }, true],
  ])('remembers: %s', (_, config, memory, expected) =>
    expect(shownKeys([message({ model: { message: 'x', config }, memory: { ...untouched, ...memory } })])).toEqual(
      expected ? ['a'] : [],
    ),
  )

  it('excludes messages used up by this browser’s cookies, and renews lasting ones', () => {
    const jar = new Map([
      ['shui-messages-a-viewsLeft', '0'],
      ['shui-messages-b-viewsLeft', '0'],
      ['shui-messages-c-dismissalLeft', '0'],
    ])
    const config = (messageId: string) => ({
      messageId,
      permanent: messageId === 'b',
      maxDismissal: messageId === 'c' ? 2 : null,
    })
    const messages = ['a', 'b', 'c', 'd'].map((key) => message({ key, model: { message: 'x', config: config(key) } }))
    const choice = choose(messages, (id) => readCounts(id, (name) => jar.get(name) ?? null))
    expect(choice.shown.map(({ key }) => key)).toEqual(['d'])
    expect(choice.renewed.map(({ messageId }) => messageId)).toEqual(['b', 'c'])
  })

  it('renews a lasting cookie on each visit, also if the server remembers, on any page', () => {
    const closed = { ...untouched, dismissals: 1, dismissedForGood: true }
    const config = (messageId: string) => ({ messageId, permanent: true })
    const messages = [
      message({ key: 'a', model: { message: 'x', config: config('a') }, memory: closed }),
      message({ key: 'b', model: { message: 'x', config: config('b') }, memory: closed, pages: ['/sh/ord/*'] }),
      message({ key: 'c', model: { message: 'x', config: config('c') }, memory: closed }),
    ]
    const jar = new Map([
      ['shui-messages-a-viewsLeft', '0'],
      ['shui-messages-b-viewsLeft', '0'],
    ])
    const choice = choose(messages, (id) => readCounts(id, (name) => jar.get(name) ?? null))
    expect(choice.shown).toEqual([])
    expect(choice.renewed.map(({ messageId }) => messageId)).toEqual(['a', 'b'])
  })

  it('includes used-up messages only for documents that show them, and none that were closed', () => {
    const once = (key: string, memory: Partial<MessageMemory>, config: MessageConfig = {}) =>
      message({
        key,
        model: { message: 'x', config: { messageId: key, maxViews: 1, ...config } },
        memory: { ...untouched, ...memory },
        priority: -'abcdefg'.indexOf(key),
      })
    const messages = [
      once('a', { views: 1 }),
      once('b', {}),
      // Counted in this browser only.
      once('c', {}),
      once('d', { views: 1, dismissals: 1, dismissedForGood: true }, { permanent: true }),
      once('e', { views: 1, dismissals: 2 }, { maxDismissal: 2 }),
      once('f', {}, { maxViews: 0 }),
      once('g', { views: 1 }),
    ]
    const cookies = (id: string | null) => ({ viewsLeft: id === 'c' ? 0 : null, dismissalLeft: null })
    const drawn = (isInDocument: boolean) =>
      chooseMessages(messages, { reader: ann, pathname: '/sh/ovw', now, cookies, isInDocument }).shown.map(
        ({ key, read }) => `${key} ${read.config.maxViews}`,
      )
    expect(drawn(true)).toEqual(['a 0', 'b 1', 'c 0', 'g 0'])
    expect(drawn(false)).toEqual(['b 1'])
  })

  it('holds for any set of messages', () => {
    const messages = fc.array(
      fc
        .record({
          key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
          locale: fc.constantFrom('all', 'en', 'de'),
          priority: fc.integer({ min: -2, max: 2 }),
          pages: fc.constantFrom(null, ['/sh/ovw'], ['/sh/*'], ['/x']),
          endsAt: fc.constantFrom(null, daysAgo(1), daysAgo(-1)),
        })
        .map(message),
    )
    expectForAll(messages, (all) => {
      const { shown } = choose(all)
      expect(shown.length).toBeLessThanOrEqual(maxShownMessages)
      expect(shown.every((each) => isCurrent(each, now) && isOn(each.pages, '/sh/ovw') && each.locale !== 'de')).toBe(
        true,
      )
      expect(shown.map(({ priority }) => priority)).toEqual(
        shown.map(({ priority }) => priority).toSorted((a, b) => b - a),
      )
      expect(choose([...all, message({ key: 'none', locale: 'de' })]).shown).toEqual(shown)
    })
  })
})

describe('the message centre', () => {
  const inbox = (...messages: SoundMessage[]) => inboxOf(messages, { reader: ann, now }).map(({ key }) => key)
  const shown = (days: number) => ({ ...untouched, views: 1, lastShownAt: daysAgo(days) })

  it('contains current messages of any page, and those shown in 90 days, newest first', () =>
    expect(
      inbox(
        message({ key: 'elsewhere', pages: ['/x'], createdAt: daysAgo(3) }),
        message({ key: 'over', endsAt: daysAgo(2), memory: shown(2) }),
        message({ key: 'not mine any more', audience: { ...everybody, newForDays: 1 }, memory: shown(90) }),
        message({ key: 'shown to another shop', audience: { ...everybody, sellers: ['other'] }, memory: shown(1) }),
        message({ key: 'shown to a newer shop', audience: { ...everybody, newForDays: 5 }, memory: shown(1) }),
        message({ key: 'shown abroad', audience: { ...everybody, countries: ['DE'] }, memory: shown(1) }),
        message({ key: 'long ago', endsAt: daysAgo(91), memory: shown(91) }),
        message({ key: 'never mine', audience: { ...everybody, countries: ['DE'] } }),
        message({ key: 'other language', locale: 'de', memory: shown(1) }),
      ),
    ).toEqual(['over', 'elsewhere', 'not mine any more']))

  it('keeps permanently closed messages', () =>
    expect(inbox(message({ memory: { ...shown(1), dismissals: 1, dismissedForGood: true } }))).toEqual(['a']))
})

it('distinguishes broken models from valid ones', () => {
  const models = [{ message: 'x' }, null, {}, 'x', { type: 'alert' }, { message: { text: 'x', styles: 'BOLD' } }]
  const stored = models.map((model, index) => ({ ...message(), key: String(index), model }))
  expect(soundMessages(stored).broken.map(({ key }) => key)).toEqual(['1', '2', '3', '4', '5'])
})

it('gives the same remaining counts as a cookie', () =>
  expect(remembered({ maxViews: 3, maxDismissal: 2 }, { ...untouched, views: 1, dismissals: 1 })).toEqual({
    viewsLeft: 2,
    dismissalLeft: 1,
  }))
