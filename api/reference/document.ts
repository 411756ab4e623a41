import { ndjson } from '../answer-batch.ts'

/** A JSON Schema, with the keywords that the API's documentation uses. */
export interface Schema {
  $ref?: string
  description?: string
  type?: string | readonly string[]
  format?: string
  pattern?: string
  enum?: readonly (string | number)[]
  const?: string | number | boolean
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: Schema | boolean
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  example?: unknown
  examples?: readonly unknown[]
}

/** A parameter in the path, the query or a header. */
export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  example?: unknown
  schema: Schema
}

/** Contents by media type. */
type Contents = Readonly<
  Record<string, { schema?: Schema; example?: unknown; examples?: Readonly<Record<string, { value: ProblemExample }>> }>
>

interface ProblemExample {
  title: string
  status: number
}

/** An operation of the document. */
interface Operation {
  operationId: string
  tags: readonly [string]
  summary: string
  description?: string
  parameters: readonly Parameter[]
  requestBody?: { content: Contents }
  responses: Readonly<Record<string, { description: string; content?: Contents }>>
}

/** The OpenAPI document, as far as the page shows it. */
export interface ApiDocument {
  info: { title: string; version: string; description: string }
  servers: readonly [{ url: string }]
  tags: readonly { name: string; description: string }[]
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: { schemas: Readonly<Record<string, Schema>> }
}

/** An operation with its address. */
export interface PlacedOperation extends Operation {
  method: string
  path: string
}

/** All operations, in the order of the document. */
export const operationsOf = ({ paths }: ApiDocument): PlacedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )

const json = 'application/json'

/** Schema and example of a JSON body; null if the operation takes none. */
export const bodyOf = ({ requestBody }: Operation) => requestBody?.content[json] ?? null

/** Whether the operation takes batches, one body a line. */
export const takesBatch = ({ requestBody }: Operation): boolean => requestBody?.content[ndjson] !== undefined

/** Media types of a file that the operation takes. */
export const filesOf = ({ requestBody }: Operation): string[] =>
  Object.keys(requestBody?.content ?? {}).filter((type) => type !== json && type !== ndjson)

/** A response that is no refusal. */
export interface Success {
  status: string
  description: string
  schema: Schema | null
}

/** What the operation answers when it succeeds. */
export const successesOf = ({ responses }: Operation): Success[] =>
  Object.entries(responses)
    .filter(([status]) => Number(status) < 400)
    .map(([status, { description, content }]) => ({ status, description, schema: content?.[json]?.schema ?? null }))

/** A problem that the API may answer with. */
export interface Problem extends ProblemExample {
  code: string
}

/** The operation's problems, by status. */
export const problemsOf = ({ responses }: Operation): Problem[] =>
  Object.values(responses).flatMap(({ content }) =>
    Object.entries(content?.['application/problem+json']?.examples ?? {}).map(([code, { value }]) => ({
      code,
      title: value.title,
      status: value.status,
    })),
  )

/** Name of the component that a reference points to. */
export const nameOf = (reference: string): string => reference.replace('#/components/schemas/', '')
