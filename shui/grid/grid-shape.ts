import { isNumber, isObject, isString, listOf, optional, shape, type Is } from '../model-shape.ts'
import { isText } from '../text/read-text.ts'

const isPair: Is = (value) => Array.isArray(value) && value.length === 2 && value.every(isString)

const cells: Readonly<Record<string, Is>> = {
  'two-line': shape({ main: isText, second: optional(isText), image: optional(isString) }),
  status: shape({ text: isText, second: optional(isText) }),
  money: shape({ text: isString, second: optional(isString) }),
  time: shape({ text: isString, dateTime: isString }),
  tags: shape({ texts: listOf(isString) }),
  edit: shape({ text: isString, value: isString, version: isNumber }),
}

const isCell: Is = (value) =>
  isObject(value) && isString(value['kind'])
    ? (Object.hasOwn(cells, String(value['kind'])) && cells[String(value['kind'])]?.(value)) === true
    : isText(value)

const isRow = shape({
  key: isString,
  href: isString,
  title: isString,
  cells: (value) => isObject(value) && Object.values(value).every(optional(isCell)),
  mark: optional(isString),
  cannot: optional(isString),
})

const isColumn = shape({
  id: isString,
  label: isString,
  sort: optional(shape({ href: isString, state: optional(isString) })),
  edit: optional(isString),
})

const isTab: Is = (value) => isTabShape(value)
const isTabShape = shape({
  id: isString,
  label: isString,
  count: optional(isString),
  href: isString,
  children: optional(listOf(isTab)),
})

const isOption = shape({ value: isString, label: isString, count: optional(isString) })

const filters: Readonly<Record<string, Is>> = {
  choice: shape({ options: listOf(isOption), values: listOf(isString) }),
  toggle: () => true,
  date: shape({
    periods: listOf(isOption),
    period: optional(isString),
    from: optional(isString),
    to: optional(isString),
  }),
  amount: shape({ unit: optional(isString), from: optional(isString), to: optional(isString) }),
}

const isNamed = shape({ name: isString, label: isString, hint: optional(isString), kind: isString })
const isFilter: Is = (value) =>
  isNamed(value) &&
  isObject(value) &&
  (Object.hasOwn(filters, String(value['kind'])) && filters[String(value['kind'])]?.(value)) === true

const isPaging = shape({
  from: isString,
  to: isString,
  total: isString,
  firstHref: optional(isString),
  previousHref: optional(isString),
  nextHref: optional(isString),
  lastHref: optional(isString),
  limits: listOf(shape({ limit: isNumber, href: isString })),
})

const isLink = shape({ label: isString, href: isString })

const isAction = shape({
  id: isString,
  label: isString,
  url: isString,
  method: isString,
  send: optional(shape({ name: isString, value: isString })),
  key: optional(isString),
})

export const isGrid: Is = shape({
  title: isString,
  primary: optional(isLink),
  note: optional(isString),
  gap: optional(shape({ text: isString, href: isString })),
  path: isString,
  fields: listOf(isPair),
  match: isString,
  tabs: optional(listOf(isTab)),
  search: optional(shape({ value: isString, placeholder: isString })),
  filters: listOf(isFilter),
  chips: listOf(shape({ label: isString, removeHref: isString })),
  clearHref: optional(isString),
  problems: optional(listOf(isString)),
  sorting: optional(shape({ text: isString, options: listOf(isLink) })),
  columns: listOf(isColumn),
  columnChoices: optional(listOf(shape({ id: isString, label: isString }))),
  rows: listOf(isRow),
  total: isNumber,
  more: optional(isString),
  totals: listOf(shape({ text: isString, tone: optional(isString) })),
  paging: isPaging,
  views: optional(
    shape({
      items: listOf(shape({ id: isString, label: isString, href: isString })),
      action: isString,
      query: isString,
      shareLabel: optional(isString),
    }),
  ),
  export: optional(isLink),
  actions: optional(listOf(isAction)),
  empty: optional(shape({ kind: isString, title: isString, hint: isString, actions: listOf(isLink) })),
})
