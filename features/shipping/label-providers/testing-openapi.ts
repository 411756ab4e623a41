import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import path from 'node:path'
import { parseYaml } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, onTestFinished } from 'vitest'
import { portOf } from '#lib/listening.ts'
import { providerFetch } from './provider-fetch.server.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const folder = path.resolve(root, process.env.LABEL_API_DOCUMENTS ?? '../shared/reference/labels')

/** Why a document's tests are left out; empty if it is there. */
export const whyLeftOut = (file: string) =>
  existsSync(path.join(folder, file)) ? '' : ` (left out: LABEL_API_DOCUMENTS names no folder with ${file})`

interface OpenApiSchema {
  $ref?: string
  type?: string | string[]
  nullable?: boolean
  enum?: unknown[]
  example?: unknown
  format?: string
  properties?: Record<string, OpenApiSchema>
  additionalProperties?: OpenApiSchema | boolean
  items?: OpenApiSchema
  allOf?: OpenApiSchema[]
  oneOf?: OpenApiSchema[]
  anyOf?: OpenApiSchema[]
}
interface Content {
  $ref?: string
  content?: Record<string, { schema: OpenApiSchema }>
}
interface Operation {
  parameters?: { $ref?: string; name: string; in: string }[]
  requestBody?: Content
  responses: Record<string, Content>
}
interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>
}

export interface MockRequest {
  /** Such as `POST /v1/shipments/{id}/purchase`. */
  operation: string
  params: Record<string, string>
  query: Record<string, string>
  // oxlint-disable-next-line typescript/no-explicit-any -- each operation has its own; tests read what they expect
  body: any
  authorization: string | undefined
}

/** What an answer has beside the document's sample: `body` is merged into it. A `file` is answered as it is. */
interface MockAnswer {
  status?: number
  body?: object
  file?: string | Uint8Array
}

export type MockAnswers = Record<string, (request: MockRequest) => MockAnswer>

/**
 * A provider made from its OpenAPI document. Requests and answers must be as documented, or the test fails; what an
 * answer does not set is a sample of its schema. Addresses below `/files/` are not part of the document.
 */
export async function mockProvider(file: string, answers: MockAnswers) {
  const document = await readDocument(file)
  const [asked, problems]: [MockRequest[], string[]] = [[], []]
  const server = createServer((request, response) => {
    void answerRequest(request).then(({ status = 200, type = 'application/json', content }) =>
      response.writeHead(status, { 'content-type': type }).end(content),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.close()
    expect(problems).toEqual([])
  })
  const url = `http://127.0.0.1:${portOf(server)}`

  async function answerRequest(
    incoming: IncomingMessage,
  ): Promise<{ status?: number; type?: string; content: string | Uint8Array }> {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', url)
    const sent = await text(incoming)
    const known = document.find(incoming.method ?? '', pathname)
    const request: MockRequest = {
      operation: known?.name ?? `GET ${pathname}`,
      params: known?.params ?? {},
      query: Object.fromEntries(searchParams),
      body: sent === '' ? undefined : JSON.parse(sent),
      authorization: incoming.headers.authorization,
    }
    asked.push(request)
    const answer = answers[request.operation]?.(request)
    if (!known && !pathname.startsWith('/files/')) problems.push(`${incoming.method} ${pathname} is not documented`)
    if (known) problems.push(...known.requestProblems(request))
    if (!answer) {
      problems.push(`${request.operation} has no answer in this test`)
      return { status: 501, content: '' }
    }
    if (answer.file !== undefined)
      return { status: answer.status, type: 'application/octet-stream', content: answer.file }
    const { status = known?.success ?? 200, body = {} } = answer
    const whole = known ? known.sample(status, body) : body
    if (known) problems.push(...known.answerProblems(status, whole))
    return { status, content: JSON.stringify(whole) }
  }
  return { url, fetch: providerFetch({ webhookNetworks: [], ownCarrier: url }), asked }
}

const read = new Map<string, ReturnType<typeof openDocument>>()

async function readDocument(file: string) {
  const known = read.get(file) ?? openDocument(await readFile(path.join(folder, file), 'utf8'))
  read.set(file, known)
  return known
}

function openDocument(yaml: string) {
  const document = withNulls(parseYaml(yaml)) as OpenApiDocument
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema(document, 'api')

  /** Follows references; `at` is the pointer of the result. */
  function resolve<T extends { $ref?: string }>(node: T): T {
    if (!node.$ref) return node
    const parts = node.$ref.slice(2).split('/')
    const found = parts.reduce<unknown>((at, part) => (at as Record<string, unknown>)[unescaped(part)], document)
    return resolve(found as T)
  }
  const unescaped = (part: string) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')

  function problemsOf(schema: OpenApiSchema | undefined, value: unknown, where: string): string[] {
    if (!schema) return value === undefined ? [] : [`${where}: no body is documented`]
    // Its references start at the document.
    const validate = ajv.compile({ ...absolute(schema) })
    const wrong = validate(value) ? [] : (validate.errors ?? [])
    return wrong.map(({ instancePath, message }) => `${where}${instancePath}: ${message}`)
  }
  const absolute = (schema: object): object =>
    JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api#/')) as object

  /** Names in a body that its schema does not have: a misspelt one would be ignored. */
  function unknownNames(schema: OpenApiSchema, value: unknown, where: string): string[] {
    if (Array.isArray(value)) {
      const { items } = resolve(schema)
      return items ? value.flatMap((each) => unknownNames(items, each, where)) : []
    }
    if (typeof value !== 'object' || value === null) return []
    const properties = propertiesOf(schema)
    if (properties.size === 0) return []
    return Object.entries(value).flatMap(([name, each]) => {
      const known = properties.get(name)
      return known ? unknownNames(known, each, `${where}.${name}`) : [`${where}.${name} is not documented`]
    })
  }
  function propertiesOf(schema: OpenApiSchema): Map<string, OpenApiSchema> {
    const { properties = {}, allOf = [], oneOf = [], anyOf = [] } = resolve(schema)
    const parts = [...allOf, ...oneOf, ...anyOf].flatMap((part) => [...propertiesOf(part)])
    return new Map([...parts, ...Object.entries(properties)])
  }

  function sampleOf(schema: OpenApiSchema, depth = 0): unknown {
    const { allOf, oneOf, anyOf, properties, enum: values, example, type, format } = resolve(schema)
    if (example !== undefined) return example
    if (values) return values[0]
    const [kind] = [type].flat()
    if (allOf || properties) {
      if (depth > 6) return {}
      const parts = [...(allOf ?? []).map((part) => sampleOf(part, depth)), own(properties, depth)]
      return parts.some((part) => typeof part !== 'object') ? parts[0] : Object.assign({}, ...parts)
    }
    const choice = (oneOf ?? anyOf)?.[0]
    if (choice) return sampleOf(choice, depth)
    if (kind === 'array') return []
    if (kind === 'object') return {}
    if (kind === 'boolean') return false
    if (kind === 'integer' || kind === 'number') return 1
    return format === 'date-time' ? '2026-11-20T10:00:00Z' : format === 'uri' ? 'https://carrier.example/' : 'text'
  }
  const own = (properties: OpenApiSchema['properties'] = {}, depth: number) =>
    Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, sampleOf(each, depth + 1)]))

  // Addresses without parameters come before those with some.
  const templates = Object.keys(document.paths)
    .map((template) => ({
      template,
      pattern: new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    }))
    .toSorted((a, b) => a.template.split('{').length - b.template.split('{').length)

  return {
    find(method: string, pathname: string) {
      for (const { template, pattern } of templates) {
        const match = pattern.exec(pathname)
        const operation = document.paths[template]?.[method.toLowerCase()]
        if (match && operation) return operationOf(`${method} ${template}`, operation, { ...match.groups })
      }
      return null
    },
  }

  function operationOf(
    name: string,
    { parameters = [], requestBody, responses }: Operation,
    params: Record<string, string>,
  ) {
    const bodySchema = schemaOf(requestBody)
    const queries = parameters.map(resolve).flatMap((each) => (each.in === 'query' ? each.name : []))
    const answerSchema = (status: number) => schemaOf(responses[status])
    return {
      name,
      params,
      success: Number(Object.keys(responses).find((status) => status.startsWith('2'))),
      requestProblems: ({ query, body, authorization }: MockRequest) => [
        ...(authorization ? [] : [`${name} has no key`]),
        ...Object.keys(query).flatMap((each) =>
          queries.includes(each) ? [] : [`${name}: ?${each} is not documented`],
        ),
        ...problemsOf(bodySchema, body, name),
        ...(bodySchema ? unknownNames(bodySchema, body, name) : []),
      ],
      answerProblems: (status: number, body: unknown) =>
        problemsOf(answerSchema(status), withoutNulls(body), `answer of ${name}`),
      sample(status: number, change: object): unknown {
        const schema = answerSchema(status)
        const sample = schema ? sampleOf(schema) : {}
        return typeof sample === 'object' && !Array.isArray(sample) ? { ...sample, ...change } : change
      },
    }
  }
  function schemaOf(content: Content | undefined): OpenApiSchema | undefined {
    return content && resolve(content).content?.['application/json']?.schema
  }
}

/** Providers send null for what their documents call absent. */
const withoutNulls = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (_, value: unknown) => (value === null ? undefined : value)))

/** Rewrites OpenAPI 3.0's `nullable` as the type null of later versions. */
function withNulls(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withNulls)
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(node).map(([name, each]) => [name, withNulls(each)] as const)
  const { nullable, ...rest } = Object.fromEntries(entries) as OpenApiSchema
  if (nullable !== true) return nullable === undefined ? rest : { ...rest, nullable }
  if (typeof rest.type === 'string')
    return { ...rest, type: [rest.type, 'null'], ...(rest.enum && { enum: [...rest.enum, null] }) }
  return { anyOf: [rest, { type: 'null' }] }
}
