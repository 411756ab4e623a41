import { countIn, countStates, stateTab, type StateCount } from '#features/machinery/grid/list-states.server.ts'
import { timeColumn, moneyColumn } from '#features/machinery/grid/list-parts.server.ts'
import { sql } from 'kysely'
import { parseItemNumber } from '#features/core/listing/listing.ts'
import { amountField, numberField, textField, timeField } from '#features/machinery/grid/export-file.ts'
import { isOneOf } from '#features/machinery/grid/list-conditions.server.ts'
import { labelled } from '#features/machinery/grid/list-model.ts'
import { defineList, type ListTab, type ListTypes, type RowHead } from '#features/machinery/grid/list.ts'
import { rowSource, type RowOf } from '#features/machinery/grid/row-source.server.ts'
import { momentWords } from '#texts/moment-words.ts'
import { paths } from '#web/paths.ts'
import { rulePrice, type RuleOutcome } from '#features/selling/price-watch/price-rule.ts'
import { changeWords, outcomeWords, ruleWords } from '#features/selling/price-watch/price-rule-words.ts'
import { readStop } from '#features/selling/price-watch/price-rules-db.server.ts'
import { ruleFactColumns, ruleFactJoins, ruleFacts } from '#features/selling/price-watch/rule-facts-db.server.ts'

const ruleStates = ['ON', 'PAUSED'] as const

const ruleRows = rowSource('price_rules', {
  columns:
    'item_number, state, currency, basis, offset_percent, floor_minor, margin_percent, ceiling_minor, ending, most_changes, most_percent, made_by, made_at',
  others: ({ sellerId }) => ruleFactColumns(sellerId),
  join: ({ sellerId }) => sql`join listings l on l.seller_id = ${sellerId} and l.id = o.id ${ruleFactJoins(sellerId)}`,
})

type RuleRow = RowOf<typeof ruleRows>

type RuleState = (typeof ruleStates)[number]

interface PriceRules extends ListTypes {
  row: RuleRow
  place: object
  facts: { counts: StateCount<RuleState>[]; stoppedAt: Date | null }
  head: RowHead & { outcome: RuleOutcome }
  count: StateCount<RuleState>
  record: RuleRow
}

const titleColumn = {
  label: 'listings.column.title',
  cell: ({ title }: { title: string }) => title,
  required: true,
  isKey: true,
  width: 'wide',
  card: 'title',
} as const

const countRules = countStates<RuleState>('price_rules')

const tab = (id: 'on' | 'paused', state: RuleState): ListTab<PriceRules> => ({
  ...stateTab(id, `priceRules.tab.${id}`, [state]),
  count: ({ counts }) => countIn(counts, [state]),
})

/** Rules with what they would do now, the newest first. */
export const priceRulesList = defineList<PriceRules>()({
  access: 'listings.edit',
  views: 'price-rules',
  place: () => ({}),
  path: paths.priceRules,
  concerns: ['listings'],
  title: 'priceRules.title',
  columns: {
    title: titleColumn,
    state: {
      label: 'listings.column.status',
      cell: ({ state }, { facts, texts }) =>
        facts.stoppedAt && state === 'ON'
          ? { kind: 'status', tone: 'warn', text: texts.t('priceRules.state.STOPPED') }
          : { kind: 'status', tone: state === 'ON' ? 'good' : 'neutral', text: texts.t(`priceRules.state.${state}`) },
      card: 'lead',
    },
    rule: {
      label: 'priceRules.rule',
      cell: (row, { texts }, { outcome }) => ({
        kind: 'two-line',
        main: ruleWords(row, texts),
        second: wouldOf(row, outcome, texts).words,
      }),
      width: 'wide',
      card: 'party',
    },
    price: { ...moneyColumn('listing_minor', 'priceRules.now'), card: 'amount' },
    would: {
      label: 'priceRules.would',
      cell: (row, { texts }, { outcome }) => wouldOf(row, outcome, texts).price,
      align: 'end',
    },
    made: { ...timeColumn('made_at', 'purchases.made'), priority: 3 },
    by: { label: 'purchases.madeBy', cell: (row) => row.made_by, shown: false },
  },
  filters: {
    state: {
      kind: 'choice',
      values: ruleStates,
      label: 'listings.column.status',
      options: labelled(ruleStates, (state) => `priceRules.state.${state}`),
      where: ({ values }) => isOneOf('state', values),
      kept: { matches: ({ state }, { values }) => values.includes(state), indexed: false },
    },
  },
  sort: { column: 'made', descending: true },
  walks: 'made',
  tabs: [
    {
      id: 'all',
      label: 'priceRules.tab.all',
      name: 'priceRules.title',
      count: (facts) => countIn(facts.counts, ruleStates),
    },
    tab('on', 'ON'),
    tab('paused', 'PAUSED'),
  ],
  tabsAlone: true,
  table: 'price_rules',
  key: { column: 'item_number', parse: parseItemNumber },
  rows: ruleRows,
  facts: async (db, { sellerId }) => ({
    counts: await countRules(db, { sellerId }),
    stoppedAt: await readStop(db, sellerId),
  }),
  kept: ({ counts }) => counts,
  totals: { rows: 'priceRules.totals' },
  head: (row, { texts, now, zone }) => ({
    key: row.item_number,
    href: paths.priceRule(row.item_number),
    title: texts.t('priceRules.row', { title: row.title }),
    outcome: rulePrice(row, ruleFacts(row, { now, zone })),
  }),
  file: {
    name: 'priceRules.file',
    columns: () => [
      { label: 'listings.column.item', value: textField('item_number') },
      { label: 'listings.column.title', value: textField('title') },
      { label: 'listings.column.status', value: (row, { word }) => word(`priceRules.state.${row.state}`) },
      { label: 'priceRules.field.offset', value: numberField('offset_percent') },
      { label: 'priceRules.file.floor', value: amountField('floor_minor') },
      { label: 'priceRules.field.margin', value: numberField('margin_percent') },
      { label: 'priceRules.file.ceiling', value: amountField('ceiling_minor') },
      { label: 'orders.export.currency', value: textField('currency') },
      { label: 'purchases.madeBy', value: textField('made_by') },
    ],
  },
  steps: () =>
    (['pause', 'resume', 'remove'] as const).map((id) => ({
      id,
      label: `priceRules.step.${id}` as const,
      path: paths.priceRuleSteps(id),
      posts: true,
    })),
  primary: ({ facts: { counts, stoppedAt }, texts: { t } }) =>
    counts.length > 0
      ? { label: t(stoppedAt ? 'priceRules.restart' : 'priceRules.stop'), href: paths.priceRulesStop }
      : null,
  gap: ({ facts: { stoppedAt }, now, texts }) =>
    stoppedAt && {
      text: texts.t('priceRules.stopped', { when: momentWords(stoppedAt, now, texts) }),
      href: paths.priceRulesStop,
    },
  nothing: ({ facts, texts: { t } }) =>
    facts.counts.length > 0
      ? {
          title: t('priceRules.noneHere.title'),
          hint: t('saleEvents.noneHere.hint'),
          actions: [{ label: t('priceRules.noneHere.action'), href: paths.priceRules, primary: true }],
        }
      : {
          title: t('priceRules.none.title'),
          hint: t('priceRules.none.hint'),
          actions: [{ label: t('word.activeListings'), href: paths.listings.active, primary: true }],
        },
})

const wouldOf = (row: RuleRow, outcome: RuleOutcome, texts: Parameters<typeof outcomeWords>[3]) =>
  outcomeWords(row, outcome, { currency: row.currency, priceMinor: row.listing_minor }, texts)

const changeRows = rowSource('price_rule_changes', {
  columns:
    'change_key, changed_at, currency, before_minor, after_minor, basis, sales, evidence_minor, offset_percent, target_minor, floor_minor, ceiling_minor, most_percent, undone_by',
  others: () => ({ title: sql<string>`l.title`, item_number: sql<string>`l.item_number` }),
  join: ({ sellerId }) => sql`join listings l on l.seller_id = ${sellerId} and l.id = o.listing_id`,
})

interface PriceRuleChanges extends ListTypes {
  row: RowOf<typeof changeRows>
  place: object
  facts: object
  record: RowOf<typeof changeRows>
}

const parseChangeKey = (text: string) => (/^[0-9a-f]{12}$/.test(text) ? text : null)

/** What rules changed, the last first. */
export const priceRuleChangesList = defineList<PriceRuleChanges>()({
  access: 'listings.edit',
  views: 'price-rule-changes',
  place: () => ({}),
  path: paths.priceRuleChanges,
  concerns: ['listings'],
  title: 'priceRules.changes',
  columns: {
    changed: { ...timeColumn('changed_at', 'priceRules.changed'), card: 'party' },
    title: titleColumn,
    before: moneyColumn('before_minor', 'priceRules.before'),
    after: { ...moneyColumn('after_minor', 'priceRules.after'), card: 'amount' },
    why: { label: 'priceRules.why', cell: (row, { texts }) => changeWords(row, texts), width: 'wide' },
    undone: {
      label: 'listings.column.status',
      cell: ({ undone_by: name }, { texts }) =>
        name === null ? null : { kind: 'status', tone: 'neutral', text: texts.t('priceRules.undone', { name }) },
      card: 'lead',
    },
  },
  filters: {},
  sort: { column: 'changed', descending: true },
  walks: 'changed',
  table: 'price_rule_changes',
  key: { column: 'change_key', parse: parseChangeKey },
  rows: changeRows,
  facts: () => Promise.resolve({}),
  totals: { rows: 'priceRules.changes.totals' },
  head: (row) => ({ key: row.change_key, href: paths.listing(row.item_number), title: row.title }),
  file: {
    name: 'priceRules.changes.file',
    columns: () => [
      { label: 'priceRules.changed', value: timeField('changed_at') },
      { label: 'listings.column.item', value: textField('item_number') },
      { label: 'listings.column.title', value: textField('title') },
      { label: 'priceRules.before', value: amountField('before_minor') },
      { label: 'priceRules.after', value: amountField('after_minor') },
      { label: 'orders.export.currency', value: textField('currency') },
    ],
  },
  steps: () => [{ id: 'undo', label: 'priceRules.step.undo', path: paths.priceRuleSteps('undo'), posts: true }],
  nothing: ({ texts: { t } }) => ({
    title: t('priceRules.changes.none.title'),
    hint: t('priceRules.changes.none.hint'),
  }),
})
