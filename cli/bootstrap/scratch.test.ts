import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

it('tells the tools of npm test to print no colours into a file, whatever terminal there is', () => {
  const program = `
    import { run } from './cli/bootstrap/scratch.mjs'
    console.log(await run('node', ['-p', 'JSON.stringify([process.env.NO_COLOR, process.env.FORCE_COLOR])']))`
  const coloursOf = (env: Record<string, string>): unknown =>
    JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '-e', program], {
        cwd: root,
        env: { PATH: process.env.PATH, TERM: 'xterm', ...env },
        encoding: 'utf8',
      }),
    )
  // What JSON says of `undefined` in a list is null.
  expect(coloursOf({})).toEqual(['1', null])
  expect(coloursOf({ CI: 'true', FORCE_COLOR: '0' })).toEqual(['1', null])
  expect(coloursOf({ NO_COLOR: '1', FORCE_COLOR: '1' })).toEqual([null, '1'])
})
