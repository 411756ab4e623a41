import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { splitStatements } from './split-statements.ts'

it('splits between statements, not within strings, names, bodies and comments', () => {
  const statements = [
    `-- First; see below\ncreate table "a;b" (c text default 'it''s; fine');`,
    `create function f() returns void language plpgsql as $$ begin perform '$x$'; end $$;`,
    `do $body$ begin execute $$ select 1; $$; end $body$;`,
    `/* last; */ select 1`,
  ]
  expect(splitStatements(statements.join('\n\n'))).toEqual(statements)
  expect(splitStatements('select 1;\n-- nothing follows;\n')).toEqual(['select 1;'])
})

it.each(['migrations', 'functions'])('splits each file of db/%s into its statements', async (folder) => {
  const place = new URL(`${folder}/`, import.meta.url)
  for (const name of await readdir(place)) {
    const text = await readFile(new URL(name, place), 'utf8')
    const statements = splitStatements(text)
    expect(statements.every((statement) => statement.endsWith(';'))).toBe(true)
    const squeeze = (sql: string) => sql.replaceAll(/\s+/g, '')
    expect(squeeze(text).startsWith(squeeze(statements.join('')))).toBe(true)
  }
})
