import { expect, it } from 'vitest'
import { eventTypes } from '#features/developers/webhooks/event.ts'
import { endpoints } from './endpoints.ts'
import { event } from './event-data.ts'
import { id, text } from './fields.ts'
import { openApi } from './openapi.ts'

/** A response of the document, as far as it is read here. */
interface Answered {
  content?: Record<string, { example?: unknown }>
}

const document = openApi(endpoints, 'https://hub.example/marketplace/v1')

it('uses patterns with the same meaning in every language', () => {
  const patterns = new Set<string>()
  JSON.stringify(document, (key, value: unknown) => {
    if (key === 'pattern' && typeof value === 'string') patterns.add(value)
    return value
  })
  expect(patterns.size).toBeGreaterThan(5)
  // Syntax that differs between engines: character classes by name, lookaround, named groups.
  expect([...patterns].filter((pattern) => /\\[pPuxk]|\(\?[^:]/.test(pattern))).toEqual([])
})

it('names each operation for generated clients: a verb and an object, unique', () => {
  const names = endpoints.map(({ operationId }) => operationId)
  expect(new Set(names).size).toBe(names.length)
  const verbs = 'list|get|save|add|change|remove|set|place|open|request|correct|upload|erase|send|resend'
  expect(names.filter((name) => !new RegExp(`^(${verbs})([A-Z][a-z]+){1,2}$`).test(name))).toEqual([])
})

it('has an example of every body, which is valid', () => {
  const wrong = endpoints.filter(({ body, example }) => body && !body.safeParse(example).success)
  expect(wrong.map(({ operationId }) => operationId)).toEqual([])
})

it('has an example of every answer, with exactly the fields of its schema', () => {
  const { paths } = document as { paths: Record<string, Record<string, { responses: Record<string, Answered> }>> }
  for (const { path, method, operationId, answers } of endpoints)
    for (const [status, { schema }] of Object.entries(answers)) {
      if (!schema) continue
      const example = paths[path]?.[method.toLowerCase()]?.responses[status]?.content?.['application/json']?.example
      expect(schema.parse(example), `${operationId} ${status}`).toEqual(example)
    }
})

it('has each event type as a webhook, with a description and a valid example', () => {
  const { webhooks } = document as {
    webhooks: Record<
      string,
      { post: { description: string; requestBody: { content: Record<string, { example: unknown }> } } }
    >
  }
  expect(Object.keys(webhooks)).toEqual([...eventTypes])
  for (const [type, { post }] of Object.entries(webhooks)) {
    const example = post.requestBody.content['application/json']?.example
    expect(event.parse(example), type).toEqual(example)
    expect(Object.keys((example as { data: object }).data).length, type).toBeGreaterThan(1)
    expect(post.description.length, type).toBeGreaterThan(60)
  }
  expect(webhooks['order.refunded']?.post.description).toContain('`payer` is `SHOP`')
})

it('validates ids and texts more strictly than a pattern can express', () => {
  const refused = (schema: typeof id, values: string[]) => values.filter((value) => !schema().safeParse(value).success)
  const odd = ['.', '..', ' a', 'a ', 'a\u0007b', 'a\u0085b', 'a\nb', '\ud83d', '']
  expect(refused(id, odd)).toEqual(odd)
  expect(refused(id, ['s-42', 'p-1', 'a b', '...', 'é', '😀', '{x}'])).toEqual([])
  expect(refused(() => text(9), ['a\u0000', 'a\u000b', '\ud83d'])).toHaveLength(3)
  expect(refused(() => text(9), ['a\nb', '\t', '😀'])).toEqual([])
})
