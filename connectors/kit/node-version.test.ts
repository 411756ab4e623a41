import { expect, it } from 'vitest'
import { nodeProblem } from './node-version.ts'

it('an older Node is refused with what is needed', () => {
  expect(nodeProblem('20.19.0')).toContain('needs Node 24 or newer, and this is 20.19.0.')
  expect([nodeProblem('24.0.0'), nodeProblem('100.1.0')]).toEqual([null, null])
})
