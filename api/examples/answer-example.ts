import { moneyExamples } from './money.ts'
import { orderExamples } from './orders.ts'
import { sellerExamples } from './sellers.ts'

type Json = Record<string, unknown>

/** An example of each object that the API answers with, by name of its schema. */
export const answerExamples: Readonly<Record<string, unknown>> = {
  ...sellerExamples,
  ...orderExamples,
  ...moneyExamples,
}

const components = '#/components/schemas/'

/**
 * An example of an answer with this JSON Schema: that of the named object, or a page with one. Throws if there is none,
 * so that no answer is left without.
 */
export function answerExample(schema: Json): unknown {
  const { $ref, type, items, properties, example } = schema as {
    $ref?: string
    type?: string | readonly string[]
    items?: Json
    properties?: Record<string, Json>
    example?: unknown
  }
  if (example !== undefined) return example
  if ($ref?.startsWith(components)) {
    const named = answerExamples[$ref.slice(components.length)]
    if (named !== undefined) return named
  }
  if (type === 'array' && items) return [answerExample(items)]
  if (type === 'object' && properties)
    return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, answerExample(field)]))
  if (type === 'boolean') return false
  if (Array.isArray(type) && type.includes('null')) return null
  throw new Error(`no example of ${JSON.stringify(schema)}`)
}
