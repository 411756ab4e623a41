import { splitStatements } from './split-statements.ts'

/** A change of tables that fails statements of the version before it, which still serves (decision 87). */
const breaks: readonly (readonly [RegExp, string])[] = [
  [/^drop (table|view|sequence|type|schema)\b/, 'drops what the previous version may use'],
  [/^alter (table|view|sequence|type)\b.* rename\b/, 'renames what the previous version may use'],
  [/^create unique index\b/, 'refuses rows that the previous version may write'],
  [/^revoke\b/, 'takes a right that the previous version may need'],
]

const actionBreaks: readonly (readonly [RegExp, string])[] = [
  [/^drop (column\b|(?!constraint\b|column\b|not null\b)\w)/, 'drops a column'],
  [/^alter (column )?\S+ (set data )?type\b/, 'changes the type of a column'],
  [/^alter (column )?\S+ set not null\b/, 'refuses null, which the previous version may write'],
  [/^alter (column )?\S+ drop (default|identity|expression)\b/, 'drops a default that the previous version may need'],
  [
    /^add (column )?(?!.*\b(default|generated)\b).*\bnot null\b/,
    'adds a column without default that the previous version leaves out',
  ],
  [
    /^add (constraint \S+ )?(check|unique|primary key|foreign key|exclude)\b/,
    'refuses rows that the previous version may write',
  ],
]

/** Actions that Citus takes on a divided table only as the one action of a statement. */
const constrains = /^add (constraint|check|unique|primary key|foreign key|exclude)\b/
const constrainsColumn =
  /^add (column )?(?!constraint\b|check\b|unique\b|primary key\b|foreign key\b|exclude\b).*\b(check|references|unique|primary key)\b/

/** Marks a statement that the previous version does not mind, and says why: `-- previous version: never reads it`. */
const excuse = /^-- previous version: \S/m

/**
 * The statements of new migrations that the previous version may not survive or a divided schema refuses, each with its
 * reason. The previous version does not know tables made by these migrations, nor mind statements below an `excuse`.
 */
export function findBreaks(migrations: readonly string[]): string[] {
  const all = migrations.flatMap(splitStatements).map((text) => ({ isExcused: excuse.test(text), sql: plain(text) }))
  const own = new Set(all.flatMap(({ sql }) => /^create table (?:if not exists )?(\w+)/.exec(sql)?.[1] ?? []))
  return all.flatMap(({ isExcused, sql }) => {
    const reasons = isExcused || own.has(tableOf(sql)) ? [] : reasonsOf(sql)
    return [...reasons, ...refusedByCitus(actionsOf(sql))].map((reason) => `${sql}: ${reason}`)
  })
}

function reasonsOf(sql: string): string[] {
  return [
    ...breaks.flatMap(([pattern, reason]) => (pattern.test(sql) ? [reason] : [])),
    ...actionsOf(sql).flatMap((action) =>
      actionBreaks.flatMap(([pattern, reason]) => (pattern.test(action) ? [reason] : [])),
    ),
  ]
}

function refusedByCitus(actions: readonly string[]): string[] {
  const isRefused =
    actions.some((action) => constrainsColumn.test(action)) ||
    (actions.length > 1 && actions.some((action) => constrains.test(action)))
  return isRefused ? ['a divided schema takes a constraint in a statement of its own'] : []
}

function actionsOf(sql: string): string[] {
  const [, list] = /^alter table (?:if exists )?(?:only )?\w+ (.*);?$/.exec(sql) ?? []
  return list === undefined ? [] : splitActions(list)
}

/** The statement in one line, lower case, without comments and quoted texts. */
const plain = (text: string) =>
  text
    .replaceAll(/--.*/g, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/'(?:[^']|'')*'/g, `''`)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** The table that a statement changes; empty if it is none. */
const tableOf = (sql: string) =>
  /^(?:alter table (?:if exists )?(?:only )?|create unique index .*?\bon (?:only )?)(\w+)/.exec(sql)?.[1] ?? ''

/** The actions of an `alter table`, divided at the commas outside parentheses. */
function splitActions(list: string): string[] {
  const actions = ['']
  let depth = 0
  for (const character of list) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character === ',' && depth === 0) actions.push('')
    else actions[actions.length - 1] += character
  }
  return actions.map((action) => action.trim())
}
