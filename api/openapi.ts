import { z } from 'zod'
import { keyLimit } from '#features/developers/api-keys/count-use.server.ts'
import { ndjson } from './answer-batch.ts'
import { canBeNamed, type Endpoint } from './endpoint.ts'
import type { TaggedEndpoint } from './endpoints.ts'
import { eventTypes } from '#features/developers/webhooks/event.ts'
import { event } from './event-data.ts'
import { eventDescriptions, eventExample } from './event-descriptions.ts'
import { answerExample, answerExamples } from './examples/answer-example.ts'
import { problems, problemSchema, writeProblem, type ProblemCode } from './problem.ts'
import { tags } from './tags.ts'

type Json = Record<string, unknown>

/** Problems any endpoint may return. */
const always: readonly ProblemCode[] = [
  'unauthorized',
  'missing-scope',
  'not-found',
  'rate-limited',
  'internal',
  'unavailable',
]
const ofQueries: readonly ProblemCode[] = ['invalid-query']
const ofBodies: readonly ProblemCode[] = ['not-json', 'invalid-body', 'unsupported-media-type', 'too-large']
const ofNamed: readonly ProblemCode[] = ['invalid-idempotency-key', 'key-in-progress', 'key-reused']

const rateHeaders = {
  'RateLimit-Policy': {
    schema: { type: 'string' },
    example: `"requests";q=${keyLimit.requests};w=${keyLimit.window / 1000}`,
  },
  RateLimit: { schema: { type: 'string' }, example: `"requests";r=${keyLimit.requests - 1};t=60` },
}

export function openApi(endpoints: readonly TaggedEndpoint[], root: string): Json {
  const components = new Map<string, Json>()
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => toSchema(schema, io, components)
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints)
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint, schemaOf)
  schemaOf(problemSchema, 'output')
  return {
    openapi: '3.1.0',
    info: {
      title: 'Seller Hub: the marketplace’s API',
      version: '1',
      description:
        'For the marketplace’s own shop system, which sends sellers and orders to the hub, and reads listings and sellers’ actions. docs/connect.md is a guide to the first order.\n\n' +
        'Strings in requests must not contain control characters other than tabs and line breaks. Ids must not contain any, and cannot be `.` or `..`.',
      contact: { name: 'The operator of this hub', url: new URL(root).origin },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: root }],
    security: [{ key: [] }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name, description: tags[name] })),
    paths,
    webhooks: webhooks(schemaOf),
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key, created with `npm run hub -- key create`' },
      },
      schemas: Object.fromEntries(
        [...components]
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, schema]) => {
            const example = answerExamples[name]
            return [name, example === undefined ? schema : { ...schema, examples: [example] }]
          }),
      ),
    },
  }
}

const webhooks = (schemaOf: SchemaOf) =>
  Object.fromEntries(
    eventTypes.map((type) => [
      type,
      {
        post: {
          operationId: `receive ${type}`.replaceAll(/[ ._]+(\w)/g, (_, letter: string) => letter.toUpperCase()),
          tags: ['Events'],
          summary: type,
          description: `${eventDescriptions[type]}. Signed by Standard Webhooks; it may come twice, with the same id.`,
          parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
            name,
            in: 'header',
            required: true,
            schema: { type: 'string' },
          })),
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(event, 'output'), example: eventExample(type) } },
          },
          responses: {
            '2XX': { description: 'Received. Anything else, or nothing within 10 seconds, is tried again' },
          },
        },
      },
    ]),
  )

const binary = { type: 'string', format: 'binary' }

type SchemaOf = (schema: z.ZodType, io: 'input' | 'output') => Json

function operation(endpoint: TaggedEndpoint, schemaOf: SchemaOf): Json {
  const { method, operationId, tag, summary, description, scope, body, batch, files, answers } = endpoint
  return {
    operationId,
    tags: [tag],
    summary,
    description: [
      description,
      endpoint.happened && 'Times of past events may be at most one day ahead of the hub’s clock.',
      `Required scope: \`${scope}\`.`,
    ]
      .filter(Boolean)
      .join('\n\n'),
    parameters: parameters(endpoint, schemaOf),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: schemaOf(body, 'input'),
                ...(endpoint.example ? { example: endpoint.example } : {}),
              },
              ...(batch
                ? {
                    [ndjson]: {
                      schema: { type: 'string', description: 'One such body per line, at most 100,000 lines' },
                      example: `${JSON.stringify(endpoint.example)}\n`,
                    },
                  }
                : {}),
            },
          },
        }
      : {}),
    ...(files
      ? {
          requestBody: { required: true, content: Object.fromEntries(files.map((type) => [type, { schema: binary }])) },
        }
      : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, { description: said, schema, file }]) => [
          status,
          {
            description: said,
            headers: rateHeaders,
            ...(file ? { content: { [file]: { schema: binary } } } : {}),
            ...(schema
              ? {
                  content: {
                    'application/json': answerContent(schemaOf(schema, 'output')),
                    ...(batch && status === '200'
                      ? {
                          [ndjson]: {
                            schema: {
                              type: 'string',
                              description:
                                'One result per line: line, status, location or problem; of a listing also item and problems',
                            },
                          },
                        }
                      : {}),
                  },
                }
              : {}),
          },
        ]),
      ),
      ...(method === 'GET' ? { 304: { description: 'Not modified: If-None-Match names the current version' } } : {}),
      ...refusals(endpoint),
    },
  }
}

const answerContent = (schema: Json) => ({ schema, example: answerExample(schema) })

function parameters(endpoint: Endpoint, schemaOf: SchemaOf): Json[] {
  const { params, query, versioned, batch } = endpoint
  const of = (place: 'path' | 'query', shape: z.ZodObject) =>
    Object.entries(shape.shape).map(([name, schema]) => {
      const { description, example, ...rest } = schemaOf(schema, 'input')
      return {
        name,
        in: place,
        required: place === 'path' || !(schema as z.ZodType).safeParse(undefined).success,
        ...(description ? { description } : {}),
        ...(example === undefined ? {} : { example }),
        // Lists are separated by commas.
        ...(rest.type === 'array' ? { style: 'form', explode: false } : {}),
        schema: rest,
      }
    })
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  })
  return [
    ...of('path', params),
    ...of('query', query),
    ...(canBeNamed(endpoint)
      ? [
          header(
            'Idempotency-Key',
            `Idempotency key: repeating the request within 30 days returns the same response${batch ? '. Not allowed with a batch' : ''}`,
          ),
        ]
      : []),
    ...(versioned ? [header('If-Match', 'ETag of the version that you read: 412 if it has changed since')] : []),
  ]
}

/** Error responses by status, with their possible problems. */
function refusals(endpoint: Endpoint): Json {
  const codes = new Set<ProblemCode>([
    ...always,
    ...ofQueries,
    ...(endpoint.body ? ofBodies : []),
    ...(canBeNamed(endpoint) ? ofNamed : []),
    ...(endpoint.versioned ? (['stale'] as const) : []),
    ...endpoint.problems,
  ])
  const byStatus = Map.groupBy(codes, (code) => problems[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, own]) => [
      status,
      {
        description: own.map((code) => `${code}: ${problems[code].title}`).join('. '),
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            examples: Object.fromEntries(own.map((code) => [code, { value: writeProblem(code) }])),
          },
        },
      },
    ]),
  )
}

/** Converts a schema to JSON Schema; named schemas become components. */
function toSchema(schema: z.ZodType, io: 'input' | 'output', components: Map<string, Json>): Json {
  const { $schema: _, $defs = {}, ...own } = z.toJSONSchema(schema, { io }) as Json & { $defs?: Record<string, Json> }
  for (const [name, definition] of Object.entries($defs)) {
    const written = atComponents(definition)
    const known = components.get(name)
    if (known && JSON.stringify(known) !== JSON.stringify(written)) throw new Error(`two schemas are called ${name}`)
    components.set(name, written)
  }
  return atComponents(own)
}

/** Rewrites references to point to components. */
function atComponents(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
}
