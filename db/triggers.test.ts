import { expect, it } from 'vitest'
import { readFunctions } from './functions.ts'

const { files, triggers } = await readFunctions()

/** The file of `db/functions` that defines a function. */
function fileOf(name: string): string {
  const file = files.find(({ text }) => text.includes(`create or replace function ${name}(`))
  return file?.name ?? ''
}

const parsed = /trigger \w+ (before|after) (\w+(?: or \w+)*)[^;]*?execute function (\w+)\(/

/** A row: functions that triggers of a table call, by time and event. */
function rowOf(table: string): string {
  const calls = triggers
    .filter((trigger) => trigger.table === table)
    .flatMap(({ name, text }) => {
      const [, time = '', events = '', called = ''] = parsed.exec(text.replaceAll(/\s+/g, ' ')) ?? []
      expect(fileOf(called), `the function of ${name}`).not.toBe('')
      return events.split(' or ').map((event) => ({ when: time === 'before' ? `before ${event}` : event, called }))
    })
  const byEvent = Map.groupBy(calls, ({ when }) => when)
  const functionsOf = (event: string) =>
    [...new Set(byEvent.get(event)?.map((each) => each.called))].toSorted().join(', ')
  const byFunctions = Map.groupBy([...byEvent.keys()].toSorted(), functionsOf)
  return `| ${table} | ${[...byFunctions].map(([functions, when]) => `${when.join(', ')}: ${functions}`).join('; ')} |`
}

it('docs/triggers.md lists the triggers of each table; `npx vitest run db/triggers -u` writes it', async () => {
  const tables = [...new Set(triggers.map(({ table }) => table))].toSorted()
  const lines = [
    '# Triggers by table',
    '',
    'The functions of `db/functions` that a statement on a table calls, each once.',
    '',
    '| table | functions, by event |',
    '|---|---|',
    ...tables.map(rowOf),
    '',
  ]
  await expect(lines.join('\n')).toMatchFileSnapshot('../docs/triggers.md')
})
