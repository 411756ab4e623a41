export interface ApiDocument {
  paths: Record<string, Record<string, ApiOperation>>
  components: { schemas: Record<string, Schema> }
}

interface ApiOperation {
  operationId: string
  summary: string
  parameters: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  description?: string
}

export interface ApiUse {
  operations: readonly string[]
  /** Schemas beside those that operations name. */
  schemas: readonly string[]
  /** Fields of answers that are read, by schema: `Order`, or `Event.data` for an object inside. All, if left out. */
  fields: Readonly<Record<string, readonly string[]>>
}

interface Place {
  /** Of the schema, for `fields`. */
  name: string
  /** Answers may have values that a later hub adds, so that their enumerations are texts. */
  isAnswer: boolean
}

export function typesOf(document: ApiDocument, use: ApiUse): string {
  const declared = new Map<string, string>()

  function typeOf(schema: Schema, place: Place): string {
    if (schema.$ref) return declare(schema.$ref.replace('#/components/schemas/', ''), place.isAnswer)
    if (schema.anyOf) return [...new Set(schema.anyOf.map((each) => typeOf(each, place)))].join(' | ')
    const values = schema.enum ?? (schema.const === undefined ? null : [schema.const])
    if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type }, place)).join(' | ')
    if (values && !place.isAnswer) return values.map((value) => JSON.stringify(value)).join(' | ')
    switch (schema.type) {
      case 'string':
      case 'boolean':
      case 'null':
        return schema.type
      case 'integer':
      case 'number':
        return 'number'
      case 'array':
        return `(${typeOf(schema.items ?? {}, place)})[]`
      case 'object':
        return objectOf(schema, place)
      default:
        return 'unknown'
    }
  }

  function objectOf({ properties, required = [], additionalProperties: others }: Schema, place: Place): string {
    if (!properties) return `Record<string, ${typeof others === 'object' ? typeOf(others, place) : 'unknown'}>`
    const read = place.isAnswer ? use.fields[place.name] : undefined
    const fields = Object.entries(properties)
      .filter(([field]) => !read || read.includes(field))
      .map(([field, schema]) => {
        const type = typeOf(schema, { ...place, name: `${place.name}.${field}` })
        return `${comment(schema.description)}${keyOf(field)}${required.includes(field) ? '' : '?'}: ${type}`
      })
    return `{\n${fields.join('\n')}\n}`
  }

  function declare(name: string, isAnswer: boolean): string {
    const schema = document.components.schemas[name]
    if (!schema) throw new Error(`The document has no schema ${name}.`)
    if (!declared.has(name)) {
      // Set first, because a schema may contain itself.
      declared.set(name, '')
      const type = typeOf(schema, { name, isAnswer })
      const isObject = type.startsWith('{')
      declared.set(
        name,
        `${comment(schema.description)}export ${isObject ? `interface ${name} ${type}` : `type ${name} = ${type}`}`,
      )
    }
    return name
  }

  const found = operationsOf(document).filter(({ operationId }) => use.operations.includes(operationId))
  const missing = use.operations.filter((name) => !found.some(({ operationId }) => operationId === name))
  if (missing.length > 0) throw new Error(`The document has no operation ${missing.join(', ')}.`)
  const members = found.map((operation) => {
    const { operationId, summary, parameters, requestBody, responses } = operation
    const parametersIn = (where: string) => {
      const own = parameters.filter((parameter) => parameter.in === where)
      if (own.length === 0) return 'null'
      const properties = Object.fromEntries(
        own.map(({ name, schema, description }) => [
          name,
          { ...schema, description: description ?? schema.description },
        ]),
      )
      const required = own.filter((parameter) => parameter.required).map(({ name }) => name)
      return typeOf({ type: 'object', properties, required }, { name: operationId, isAnswer: false })
    }
    const body = requestBody?.content['application/json']
    const answer = (responses['200'] ?? responses['201'])?.content?.['application/json']
    return [
      `${comment(summary)}${operationId}: {`,
      `path: ${parametersIn('path')}`,
      `query: ${parametersIn('query')}`,
      `body: ${body ? typeOf(body.schema, { name: operationId, isAnswer: false }) : 'null'}`,
      `answer: ${answer ? typeOf(answer.schema, { name: operationId, isAnswer: true }) : 'null'}`,
      '}',
    ].join('\n')
  })
  for (const name of use.schemas) declare(name, true)
  return [
    '// Written by `npm run build:kit-types` from the OpenAPI document of the hub: what the kit uses of it. Not in the repository.',
    ...[...declared].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, type]) => type),
    `/** Operations of the hub by name. */\nexport interface Operations {\n${members.join('\n')}\n}`,
    '',
  ].join('\n\n')
}

export const operationsOf = (document: ApiDocument) =>
  Object.entries(document.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  )

const keyOf = (field: string) => (/^\w+$/.test(field) ? field : JSON.stringify(field))

const comment = (text: string | undefined) =>
  text ? `/** ${text.replaceAll('*/', '*').replaceAll(/\s+/g, ' ')} */\n` : ''
