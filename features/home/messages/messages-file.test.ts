import { describe, expect, it } from 'vitest'
import { InvalidFileError } from '#lib/file-problem.ts'
import { messageDialogFixtures, messageFixtures } from '#shui/message/message-fixtures.ts'
import { parseMessages, requireSellers } from './messages-file.ts'

const good = { key: 'fees', model: { message: 'Fees change.' } }

/** The problems reported for a file; empty if valid. */
function problems(read: () => unknown): string[] {
  try {
    read()
    return []
  } catch (error) {
    if (error instanceof InvalidFileError) return error.problems
    throw error
  }
}
const problemsWith = (change: Record<string, unknown>) =>
  problems(() => parseMessages({ messages: [good, { ...good, key: 'second', ...change }] }))
const problemsOf = (model: unknown) => problemsWith({ model })

describe('a file of messages', () => {
  it('accepts every model of the specification, stored as written, with its key as id', () => {
    for (const { props } of [...messageFixtures, ...messageDialogFixtures]) {
      const model = JSON.parse(JSON.stringify(props.model)) as { config?: { messageId?: string } }
      const key = model.config?.messageId ?? 'x'
      const stored = { ...model, config: { ...model.config, messageId: key } }
      expect(parseMessages({ messages: [{ key, model }] })).toMatchObject([{ key, locale: 'all', model: stored }])
    }
  })

  it('accepts audience, pages and times', () => {
    const [row] = parseMessages({
      messages: [
        {
          ...good,
          locale: 'de',
          audience: {
            levels: ['TOP_RATED'],
            countries: ['DE'],
            orders: { min: 10 },
            newForDays: 30,
            sellers: ['ann'],
          },
          roles: ['owner', 'operator'],
          pages: ['/sh/ovw', '/sh/ord/*'],
          from: '2026-12-01T00:00:00+01:00',
          until: '2026-12-24T15:00:00Z',
          priority: 5,
        },
      ],
    })
    expect(row).toEqual({
      key: 'fees',
      locale: 'de',
      model: { ...good.model, config: { messageId: 'fees' } },
      levels: ['TOP_RATED'],
      countries: ['DE'],
      min_orders: 10,
      max_orders: null,
      new_for_days: 30,
      sellers: ['ann'],
      roles: ['owner', 'operator'],
      pages: ['/sh/ovw', '/sh/ord/*'],
      starts_at: new Date('2026-11-30T23:00:00Z'),
      ends_at: new Date('2026-12-24T15:00:00Z'),
      priority: 5,
    })
  })

  it.each([
    [{ modle: {} }, 'messages[1].modle: unknown key'],
    [{ key: '' }, 'messages[1].key: '],
    [{ key: 'fees' }, 'messages[1].key: messages[0] has this key for the same locale'],
    [{ locale: 'fr' }, 'messages[1].locale: '],
    [{ audience: { level: [] } }, 'messages[1].audience.level: unknown key'],
    [{ audience: { levels: ['BEST'] } }, 'messages[1].audience.levels[0]: '],
    [{ audience: { countries: ['Germany'] } }, 'messages[1].audience.countries[0]: is not an ISO 3166 code'],
    [{ audience: { countries: ['GB', 'UK'] } }, 'messages[1].audience.countries[1]: is not an ISO 3166 code'],
    [{ audience: { orders: { min: 2, max: 1 } } }, 'messages[1].audience.orders: max is less than min'],
    [{ audience: { newForDays: 0.5 } }, 'messages[1].audience.newForDays: '],
    [{ audience: { sellers: [] } }, 'messages[1].audience.sellers: must not be empty'],
    [{ roles: ['boss'] }, 'messages[1].roles[0]: '],
    [{ pages: ['sh/ord'] }, 'messages[1].pages[0]: is not a path'],
    [{ pages: ['/sh/*/x'] }, 'messages[1].pages[0]: is not a path'],
    [{ from: '2026-12-24' }, 'messages[1].from: is not a time with a zone'],
    [{ from: '2026-12-24T00:00:00Z', until: '2026-12-24T00:00:00Z' }, 'messages[1].until: is not after from'],
    [{ priority: 'high' }, 'messages[1].priority: '],
  ])('reports what is wrong in %j', (change, problem) => expect(problemsWith(change)[0]).toContain(problem))

  it.each([
    [{}, 'messages[1].model: Invalid model for shui-messages'],
    [null, 'messages[1].model: '],
    [{ message: '' }, 'messages[1].model.message: must not be empty'],
    [{ message: 'x', type: 'warning' }, 'messages[1].model.type: is not alert, success, info, dialog or alertdialog'],
    [{ message: 'x', type: ['dialog', 1] }, 'messages[1].model.type[1]: '],
    [{ message: 'x', config: { maxViews: '3' } }, 'messages[1].model.config.maxViews: '],
    [{ message: 'x', config: { maxView: 3 } }, 'messages[1].model.config.maxView: unknown key'],
    [{ message: 'x', config: { messageId: 'other' } }, 'messages[1].model.config.messageId: must be the message’s key'],
    [
      { content: [{ text: 'x', styles: 'BOLD' }] },
      'messages[1].model.content[0].styles: Styles must be passed as an array',
    ],
    [{ message: 'x', controls: [{ text: 'Go' }] }, 'messages[1].model.controls[0].action: '],
    [{ message: 'x', controls: [{ type: 'OPERATION' }] }, 'messages[1].model.controls[0].name: '],
    [
      { message: 'x', controls: [{ type: 'NAV', URL: 'javascript:alert(1)' }] },
      'messages[1].model.controls[0].URL: is no',
    ],
    [{ message: 'x', controls: [{ type: 'NAV', URL: '/' }] }, 'messages[1].model.controls[0].text: must not be empty'],
    [
      { message: 'x', controls: [{ type: 'OPERATION', name: 'close' }] },
      'messages[1].model.controls[0].text: must not be empty',
    ],
    [
      { message: 'x', controls: [{ text: ' ', action: { type: 'OPERATION', name: 'dismiss' } }] },
      'messages[1].model.controls[0].text: must not be empty',
    ],
    [{ message: 'x', controls: [{ name: 'undo' }] }, 'messages[1].model.controls[0].text: must not be empty'],
    [
      { message: 'x', controls: [{ name: 'startTour', text: 'x' }] },
      'messages[1].model.controls[0].name: is no operation',
    ],
    [
      { message: 'x', controls: [{ name: 'POST https://evil.example/', text: 'x' }] },
      'messages[1].model.controls[0].name: is no',
    ],
    [
      { content: [{ text: 'x', action: { type: 'OPERATION', name: 'undoAll' } }] },
      'messages[1].model.content[0].action.name: is no operation',
    ],
    [{ message: 'x', controls: [{ name: 7, text: 'x' }] }, 'messages[1].model.controls[0].name: '],
    [
      { message: 'x', controls: [{ type: 'NAV', URL: '/', label: 'x' }] },
      'messages[1].model.controls[0].label: unknown key',
    ],
    [
      { message: 'x', controls: [{ text: 'Go', action: { type: 'NAV', URL: '/', newwindow: true } }] },
      'messages[1].model.controls[0].action.newwindow: unknown key',
    ],
  ])('reports what is wrong in the model %j', (model, problem) => expect(problemsOf(model)[0]).toContain(problem))

  it('accepts a close button without text, and operations with only a name', () => {
    const cross = [{ name: 'cross' }, { type: 'OPERATION', name: 'cross' }, { action: { name: 'cross' } }]
    const others = [
      { name: 'undo', text: 'Undo' },
      { name: 'POST /sh/settings/preferences?theme=dark', text: 'Dark' },
      { text: 'Close', action: { name: 'close' } },
    ]
    for (const control of [...cross, ...others]) expect(problemsOf({ message: 'x', controls: [control] })).toEqual([])
  })

  it('reports everything at once', () => {
    const broken = {
      messages: [{ key: 'a' }, { key: 'b', model: { message: 'x', config: { maxViews: -1 } } }],
      more: 1,
    }
    expect(problems(() => parseMessages(broken)).map((line) => line.split(':')[0])).toEqual([
      'messages[0].model',
      'messages[1].model.config.maxViews',
      'more',
    ])
    expect(problems(() => parseMessages([]))).toHaveLength(1)
  })

  it('reports a text that PostgreSQL cannot store, anywhere', () => {
    const broken = {
      messages: [
        { key: 'a\0', model: { title: 'half a smile: \ud83d' } },
        { key: 'b', model: { title: { text: 'x', action: { type: 'NAV', URL: '/', tracking: { 'c\0': 1 } } } } },
      ],
    }
    expect(problems(() => parseMessages(broken)).map((line) => line.split(':')[0])).toEqual([
      'messages[0].key',
      'messages[0].model.title',
      'messages[1].model.title.action.tracking.c\0',
    ])
    expect(problemsOf({ title: 'a whole smile: 😃' })).toEqual([])
  })

  it('reports unknown sellers', () => {
    const rows = parseMessages({ messages: [good, { ...good, key: 'b', audience: { sellers: ['ann', 'bob'] } }] })
    expect(problems(() => requireSellers(rows, new Set(['ann'])))).toEqual([
      'messages[1].audience.sellers[1]: no seller has the user name bob',
    ])
  })
})
