import { nameOf, type Schema } from './document.ts'
import { html, inline, joined, type Html } from './html.ts'

/** A field of a body, named by its place: `lines[].quantity`. */
interface Field {
  name: string
  schema: Schema
  isRequired: boolean
}

/** Texts that count as absent; every optional text accepts them. */
const blank = '^\\s*$'

/** The alternatives of a schema, one type each. */
function alternatives(schema: Schema): Schema[] {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.flatMap(alternatives)
  return typeof schema.type === 'object' ? schema.type.map((type) => ({ ...schema, type })) : [schema]
}

/** The alternatives without null and blank texts. */
const choicesOf = (schema: Schema): Schema[] =>
  alternatives(schema).filter(({ type, pattern }) => type !== 'null' && pattern !== blank)

const isNullable = (schema: Schema): boolean => alternatives(schema).some(({ type }) => type === 'null')

/** The fields of a schema and of the objects inside it; those of a component stand with the component. */
export function fieldsOf(schema: Schema, place = ''): Field[] {
  const named = (name: string) => (place ? `${place}.${name}` : name)
  return choicesOf(schema).flatMap((choice) => {
    if (choice.items) return fieldsOf(choice.items, `${place}[]`)
    return Object.entries(choice.properties ?? {}).flatMap(([name, field]) => [
      { name: named(name), schema: field, isRequired: choice.required?.includes(name) ?? false },
      ...fieldsOf(field, named(name)),
    ])
  })
}

const shown = (number: number) => number.toLocaleString('en')

/** Words for limits; null without any. Limits that only bound what a number can store are left out. */
function limits(least: number | undefined, most: number | undefined): string | null {
  const [from, to] = [least, most].map((of) =>
    of === undefined || Math.abs(of) >= Number.MAX_SAFE_INTEGER ? null : of,
  )
  if (from == null && to == null) return null
  if (to == null) return `at least ${shown(from ?? 0)}`
  if (from === to) return `exactly ${shown(to)}`
  return from == null ? `up to ${shown(to)}` : `${shown(from)} to ${shown(to)}`
}

const formats: Readonly<Record<string, string>> = {
  'date-time': 'time',
  date: 'day',
  email: 'e-mail address',
  uri: 'address',
  binary: 'file',
}

function simple(schema: Schema): Html {
  const { type, format, minLength, maxLength, minimum, maximum, minItems, maxItems, items } = schema
  const withLimits = (words: Html, of: string | null) => (of === null ? words : html`${words}, ${of}`)
  if (schema.$ref) return html`<a href="#${nameOf(schema.$ref)}">${nameOf(schema.$ref)}</a>`
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum)
    return html`${joined(
      schema.enum.map((value) => html`<code>${value}</code>`),
      ', ',
    )}`
  switch (type) {
    case 'array':
      return html`list of ${isPlainObject(items) ? 'objects' : typeOf(items ?? {})}${listLimits(minItems, maxItems)}`
    case 'object':
      return typeof schema.additionalProperties === 'object'
        ? html`object, ${typeOf(schema.additionalProperties)} by name`
        : html`object`
    case 'integer':
      return withLimits(html`whole number`, limits(minimum, maximum))
    case 'number':
      return withLimits(html`number`, limits(minimum, maximum))
    case 'boolean':
      return html`<code>true</code> or <code>false</code>`
    case 'string': {
      if (format && formats[format]) return html`${formats[format]}`
      const length = maxLength === undefined ? null : limits(minLength, maxLength)
      return withLimits(html`text`, length && `${length} characters`)
    }
    default:
      return html`anything`
  }
}

const isPlainObject = (schema: Schema | undefined) => schema?.properties !== undefined

const listLimits = (least: number | undefined, most: number | undefined) => {
  const of = limits(least, most)
  return of === null ? null : html` (${of})`
}

/** The type of a value in words. */
export function typeOf(schema: Schema): Html {
  const choices = choicesOf(schema).map(simple)
  const unique = [...new Map(choices.map((choice) => [choice.html, choice])).values()]
  return html`${joined(unique, ' or ')}${isNullable(schema) ? html` or <code>null</code>` : null}`
}

const exampleOf = ({ example, examples }: Schema) => {
  const first = example ?? examples?.[0]
  return first === undefined ? null : html` <span class="example">Example: <code>${JSON.stringify(first)}</code></span>`
}

/** What an entry of a list says. */
interface Entry {
  name: string
  type: Html
  isRequired: boolean
  description?: string | undefined
  example?: Html | null
}

/** One field or parameter. */
export const entry = ({ name, type, isRequired, description = '', example = null }: Entry) =>
  html`<div>
    <dt><code>${name}</code></dt>
    <dd class="type">${type}${isRequired ? html` <b>required</b>` : null}</dd>
    ${description === '' && example === null ? null : html`<dd>${inline(description)}${example}</dd>`}
  </div>`

/** The fields of an object; required ones are marked in requests only, as answers always have all of theirs. */
export function fieldList(schema: Schema, { isRequest }: { isRequest: boolean }): Html | null {
  const fields = fieldsOf(schema)
  if (fields.length === 0) return null
  return html`<dl class="fields">
    ${fields.map(({ name, schema: field, isRequired }) =>
      entry({
        name,
        type: typeOf(field),
        isRequired: isRequest && isRequired,
        description: field.description,
        example: exampleOf(field),
      }),
    )}
  </dl>`
}
