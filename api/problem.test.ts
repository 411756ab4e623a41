import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fieldProblems } from './problem.ts'

const schema = z.strictObject({
  lines: z.array(z.int()).optional(),
  names: z.record(z.string(), z.strictObject({})).optional(),
})
const problemsOf = (body: unknown) => fieldProblems(schema.safeParse(body).error!)

describe('schema errors', () => {
  it('are named by JSON pointers', () => {
    expect(problemsOf({ lines: [1, 'x'], 'a/b~': 1 })).toEqual({
      errors: [
        { pointer: '/lines/1', detail: 'must be a number.' },
        { pointer: '/a~1b~0', detail: 'There is no such field.' },
      ],
    })
  })

  it('say what a value has to be, and what is missing', () => {
    const body = z.object({ name: z.string(), count: z.int(), parts: z.array(z.object({ on: z.boolean() })) })
    const detailsOf = (value: unknown) =>
      fieldProblems(body.safeParse(value).error!).errors!.map(({ detail }) => detail)
    expect(detailsOf({})).toEqual(['is required.', 'is required.', 'is required.'])
    expect(detailsOf({ name: null, count: 1.5, parts: [{ on: 1 }, 2] })).toEqual([
      'must be a string.',
      'must be a whole number.',
      'must be true or false.',
      'must be an object.',
    ])
    expect(detailsOf([])).toEqual(['must be an object.'])
  })

  it('are 50 at most, with the number of further ones', () => {
    const unknown = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`field${index}`, 1]))
    for (const body of [{ lines: Array<string>(1_000).fill('x') }, unknown]) {
      const { errors, moreErrors } = problemsOf(body)
      expect([errors?.length, moreErrors]).toEqual([50, 950])
    }
    expect(problemsOf({ lines: Array<string>(50).fill('x') }).moreErrors).toBeUndefined()
  })

  it('have pointers of at most 200 characters: deeper errors name the nearest parent', () => {
    const long = 'x'.repeat(200)
    expect(problemsOf({ names: { [long]: { a: 1 }, y: { [long]: 1 } }, [long]: 1 }).errors).toEqual(
      ['/names', '/names/y', ''].map((pointer) => ({
        pointer,
        detail: 'In a nested field: There is no such field.',
      })),
    )
    const fits = 'x'.repeat(199)
    expect(problemsOf({ [fits]: 1 }).errors).toEqual([{ pointer: `/${fits}`, detail: 'There is no such field.' }])
  })
})
