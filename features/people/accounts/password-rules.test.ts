import { expect, it } from 'vitest'
import { passwordProblem } from './password-rules.ts'

it.each([
  ['ninechars', 'too-short'],
  ['ten chars!', null],
  ['x'.repeat(128), null],
  ['x'.repeat(129), 'too-long'],
  [' Ada@Example.com ', 'same-as-email'],
  ['ada@example.com2', null],
])('passwordProblem of %j is %j', (password, problem) => {
  expect(passwordProblem(password, 'ada@example.com')).toBe(problem)
})
