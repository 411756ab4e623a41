import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

// Statements on one table use the query builder, which checks columns; anything more is plain SQL (decision 61).

const value = String.raw`(?:\$|null|true|false|\d+|'[^']*')`
const condition = String.raw`\w+ (?:=|<>|<=?|>=?|is|is not) ${value}`
const where = `where ${condition}(?: and ${condition})*`
const plain = new RegExp(
  `^(?:${[
    String.raw`select [\w, "*]+ from \w+ ${where}(?: order by [\w, ]+)?(?: limit ${value})?`,
    String.raw`delete from \w+ ${where}`,
    String.raw`update \w+ set \w+ = ${value}(?:, \w+ = ${value})* ${where}`,
    String.raw`insert into \w+ \([\w, ]+\) values \(${value}(?:, ${value})*\)`,
  ].join('|')})(?: returning [\\w, ]+)?(?: for (?:no key )?update)?$`,
)

/** Plain SQL statements that the query builder can express. */
function plainStatements(source: string): string[] {
  const sent = /sql(?:<[^`]*?>)?`([^`]*)`(?:\.execute\(|,?\s*\))/g
  return [...source.matchAll(sent)]
    .filter(({ 0: text, index }) => text.endsWith('.execute(') || /\boneRow\(\s*\w+,\s*$/.test(source.slice(0, index)))
    .map(([, text = '']) =>
      text
        .replaceAll(/\$\{[^}]*\}/g, '$')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((text) => plain.test(text))
}

describe('the rule for SQL', () => {
  it('requires the query builder for plain statements on one table', () => {
    const files = globSync('{api,app,cli,db,features,marketplace,server,web}/**/*.{ts,tsx}', { cwd: root })
    const product = files.filter((file) => !/\.test\.|testing/.test(file))
    const found = product.flatMap((file) =>
      plainStatements(readFileSync(path.join(root, file), 'utf8')).map((text) => `${file}: ${text}`),
    )
    expect(product.length).toBeGreaterThan(800)
    expect(found).toEqual([])
  })

  it.each([
    "await sql<Row>`\n  select id, title from listings\n  where seller_id = ${seller} and state <> 'DRAFT' for update`.execute(db)",
    'await sql`delete from bins where seller_id = ${id}`.execute(tx)',
    'await oneRow(\n  db,\n  sql<One>`update cases set state = ${state}, round = 1 where id = ${id} returning state`,\n)',
    "await sql`insert into notes (id, text) values (${id}, 'x')`.execute(db)",
  ])('finds one written as SQL: %s', (source) => expect(plainStatements(source)).toHaveLength(1))

  it.each([
    'await sql`select count(*) as n from orders where seller_id = ${id}`.execute(db)',
    'await sql`update orders o set due = p.due from promised p where o.id = p.id`.execute(db)',
    'statement: (at) => sql`select id from orders where seller_id = ${at(({ id }) => id)}`,',
  ])('allows SQL for anything more complex: %s', (source) => expect(plainStatements(source)).toEqual([]))
})
