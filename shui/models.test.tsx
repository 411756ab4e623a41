import fc from 'fast-check'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { FeedbackBadge } from './badge/feedback-badge.tsx'
import { FeedbackScore } from './badge/feedback-score.tsx'
import { ActionButton } from './button/action-button.tsx'
import { LineChart } from './chart/line-chart.tsx'
import { Empty } from './empty/empty.tsx'
import { FeedbackLink } from './feedback-link/feedback-link.tsx'
import { ErrorSummary } from './form/error-summary.tsx'
import { Grid } from './grid/grid.tsx'
import { sayInEnglish } from './grid/grid-words.ts'
import { Header } from './header/header.tsx'
import { PageTitle } from './header/page-title.tsx'
import { Frame } from './layout/frame.tsx'
import { Message, Messages } from './message/messages.tsx'
import { LeftNavigation } from './navigation/left-navigation.tsx'
import { SideArea } from './navigation/side-area.tsx'
import { TopNavigation } from './navigation/top-navigation.tsx'
import { OptOut } from './opt-out/opt-out.tsx'
import { optOutFixture } from './opt-out/opt-out-fixtures.ts'
import { Section } from './section/section.tsx'
import { Status } from './status/status.tsx'
import { CardTable } from './table/card-table.tsx'
import { Tabs } from './tabs/tabs.tsx'
import { renderHtml } from './testing.tsx'
import { Text } from './text/text.tsx'

/** A model as it comes from JSON, of whatever kind. */
// oxlint-disable-next-line typescript/no-explicit-any -- what comes from JSON has no type, which is what is tested
type Json = any

const text = {
  textSpans: [
    { text: 'Fees ', styles: ['BOLD'] },
    { text: 'change', action: { type: 'NAV', URL: '/fees' } },
  ],
  text: 'Fees',
  styles: ['EMPHASIS'],
  accessibilityText: 'Fees change',
  value: { value: 12.5, currency: 'GBP' },
}
const label = { text: 'Orders', action: { type: 'NAV', URL: '/o', tracking: 1 }, accessibilityText: 'All orders' }
const count = { text: '4', urgent: true, accessibilityText: '4 late' }
const item = { label, active: true, count, navItems: [{ label: 'Late', count }], navGroups: null }
const group = { heading: text, navItems: [item] }
const message = {
  type: ['dialog', 'alert'],
  title: text,
  content: [text, 'More'],
  controls: [{ action: { type: 'OPERATION', name: 'cross' }, accessibilityText: 'Close' }],
  config: { messageId: 'm', maxViews: 3, maxDismissal: 2, permanent: true },
}
const feedback = { label, to: 'a@b.example', subject: 'S', body: 'B', username: 'u', browser: 'b', site: 'UK' }
const header = {
  title: text,
  memberName: 'me',
  feedback: { score: 12, badgeColor: 'Red', URL: '/f' },
  storeLink: label,
}
const side = { messagesLinkData: { label, unreadCount: 4 }, feedbackLinkData: feedback, optOutLinkData: optOutFixture }
const grid = {
  title: 'Orders',
  primary: { label: 'New', href: '/n' },
  path: '/o',
  fields: [['a', 'b']],
  match: 'a=b',
  tabs: [{ id: 'all', label: 'All', count: '3', href: '/o', children: [{ id: 'x', label: 'X', href: '/x' }] }],
  search: { value: 'x', placeholder: 'Find' },
  filters: [
    { kind: 'choice', name: 'c', label: 'C', options: [{ value: 'a', label: 'A', count: '1' }], values: ['a'] },
    { kind: 'date', name: 'd', label: 'D', periods: [{ value: 'a', label: 'A' }], period: 'a', from: null, to: null },
    { kind: 'amount', name: 'e', label: 'E', unit: 'GBP', from: '1', to: null },
    { kind: 'toggle', name: 't', label: 'T', on: true },
  ],
  chips: [{ label: 'A', removeHref: '/o' }],
  problems: ['No such day'],
  sorting: { text: 'By day', options: [{ label: 'By sum', href: '/s', active: false }] },
  columns: [
    { id: 'order', label: 'Order', isKey: true, sort: { href: '/s', state: 'ascending' } },
    { id: 'cell', label: 'Cell', edit: 'Price of {row}' },
  ],
  columnChoices: [{ id: 'order', label: 'Order', shown: true }],
  rows: [
    { kind: 'two-line', main: text, second: 'x', image: '/p' },
    { kind: 'status', tone: 'bad', text: 'Late', second: null },
    { kind: 'money', text: '£1', second: null },
    { kind: 'time', text: 'now', dateTime: '2026-01-01' },
    { kind: 'tags', texts: ['a'] },
    { kind: 'edit', text: '1', value: '1', version: 1 },
  ].map((cell, key) => ({ key: `${key}`, href: '/r', title: 'R', cells: { order: text, cell }, cannot: 'ship' })),
  total: 6,
  totals: [{ text: 'Sum', tone: 'strong' }],
  paging: {
    from: '1',
    to: '6',
    total: '6',
    firstHref: null,
    nextHref: '/n',
    limits: [{ limit: 25, href: '/l', active: true }],
  },
  views: { items: [{ id: 'v', label: 'V', href: '/v', deletable: true }], action: '/a', query: 'q', savable: true },
  export: { href: '/e', label: 'Export' },
  actions: [{ id: 'ship', label: 'Ship', url: '/s', method: 'post', send: { name: 'a', value: 'b' }, key: 's' }],
  empty: null,
}
const chart = {
  label: 'Sales',
  drawing: { current: 'M0 0', area: '', previous: '', gridLines: [1], heights: [1, null] },
  scale: ['0'],
  axis: ['Mon'],
  points: [{ step: 'Mon', current: '1', details: 'x', previousStep: 'Sun', previous: '2', href: '/h', more: ['1'] }],
  table: { open: 'Table', step: 'Day', current: 'Now', details: 'D', previousStep: 'P', previous: 'Q', more: ['M'] },
}

/** Every component that takes a view model, with a whole one. */
const components: [name: string, model: Json, render: (model: Json) => ReactNode][] = [
  ['ActionButton', { text: label }, (model) => <ActionButton {...model} />],
  [
    'CardTable',
    { head: 'Member', columns: [{ key: 'r', label: 'R' }], rows: [{ key: 'a', name: 'A', cells: ['O'] }] },
    (model) => <CardTable {...model} />,
  ],
  ['Empty', { title: text, hint: text }, (model) => <Empty {...model} />],
  ['ErrorSummary', { title: text, errors: [{ fieldId: 'a', text }] }, (model) => <ErrorSummary {...model} />],
  ['FeedbackBadge', 'Red', (model) => <FeedbackBadge colour={model} />],
  ['FeedbackLink', feedback, (model) => <FeedbackLink model={model} />],
  ['FeedbackScore', header.feedback, (model) => <FeedbackScore model={model} />],
  [
    'Frame',
    { brand: { name: 'H', URL: '/', logoURL: '/l' }, header, navItems: [item], navGroups: [group] },
    (model) => <Frame {...model} />,
  ],
  ['Grid', grid, (model) => <Grid model={model} say={sayInEnglish} />],
  ['Header', { brand: { name: 'H', URL: '/', logoURL: '/l' }, model: header }, (model) => <Header {...model} />],
  ['LeftNavigation', [group], (model) => <LeftNavigation navGroups={model} />],
  ['LineChart', chart, (model) => <LineChart model={model} />],
  ['Message', message, (model) => <Message model={model} reserve />],
  ['Messages', [message, { ...message, type: 'info' }], (model) => <Messages models={model} reserve />],
  ['OptOut', optOutFixture, (model) => <OptOut model={model} />],
  ['PageTitle', { title: text, note: text }, (model) => <PageTitle {...model} />],
  ['Section', { title: text, count: text, action: label }, (model) => <Section {...model} />],
  ['SideArea', side, (model) => <SideArea {...model} />],
  ['Status', { tone: 'bad', text }, (model) => <Status {...model} />],
  ['Tabs', [{ label, count: '4', active: true }], (model) => <Tabs tabs={model} label="By status" />],
  ['Text', text, (model) => <Text text={model} />],
  ['TopNavigation', [item], (model) => <TopNavigation navItems={model} />],
]

/** What the specification says is thrown. */
const contracts = ['Styles must be passed as an array', 'Invalid widget ID for "shui-opt-out"']

const places = (value: Json): (string | number)[][] =>
  typeof value === 'object' && value !== null
    ? Object.keys(value).flatMap((key) => [[key], ...places(value[key]).map((path) => [key, ...path])])
    : []

/** The model with one of its parts, anywhere in it, replaced or left out. */
function replaced(model: Json, [key, ...path]: (string | number)[], part: Json): Json {
  if (key === undefined) return part
  const copy = Array.isArray(model) ? [...model] : { ...model }
  if (path.length > 0 || part !== undefined) copy[key] = replaced(copy[key], path, part)
  else if (Array.isArray(copy)) copy.splice(Number(key), 1)
  else delete copy[key]
  return copy
}

const parts = fc.oneof(
  fc.constantFrom(
    undefined,
    null,
    '',
    0,
    7,
    false,
    true,
    [],
    {},
    [null],
    [[]],
    { text: 7 },
    { text: {} },
    { toString: 1 },
    [{ toString: 1, valueOf: 1 }],
  ),
  fc.jsonValue({ maxDepth: 2 }),
)

it.each(components)('2,000 broken models of %s are cleaned or reported, and never crash', (_, model, render) => {
  expect(renderHtml(render(model)).errors).toEqual([])
  const all = places(model)
  const broken = fc.oneof(
    {
      weight: 9,
      arbitrary: fc.tuple(fc.constantFrom([], ...all), parts).map(([path, part]) => replaced(model, path, part)),
    },
    fc.jsonValue({ maxDepth: 2 }),
  )
  fc.assert(
    fc.property(broken, (given) => {
      try {
        for (const error of renderHtml(render(given)).errors) expect(error).toMatch(/^Invalid model for shui-[a-z-]+$/)
      } catch (error) {
        if (!(error instanceof Error) || !contracts.includes(error.message)) throw error
      }
    }),
    { numRuns: 2_000 },
  )
})
