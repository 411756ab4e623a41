import { expect, it } from 'vitest'
import { readTaskBack, taskPageAt } from './task-back.ts'

const backOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return readTaskBack(form, 'accepted')
}

it('returns to the filtered list where the task was done, and nowhere else', () => {
  expect(backOf({ back: 'tasks', backKind: 'return', backSort: 'money' })).toBe(
    '/sh/tasks?kind=return&sort=money&done=accepted',
  )
  expect(backOf({ back: 'tasks', backKind: '', backSort: 'x' })).toBe('/sh/tasks?done=accepted')
  expect(backOf({ back: 'overview' })).toBe('/sh/ovw?done=accepted')
  for (const back of ['', 'https://elsewhere.example', '/sh/ord']) expect(backOf({ back })).toBeNull()
  expect(['/sh/tasks', '/sh/ovw', '/sh/ord'].map(taskPageAt)).toEqual(['tasks', 'overview', null])
})
