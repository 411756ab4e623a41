import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { endpoints } from '../endpoints.ts'
import { answerExamples } from '../examples/answer-example.ts'
import { problems } from '../problem.ts'
import { createApiPage, writeApiPage } from './api-page.ts'
import { commandOf } from './operation-html.ts'
import type { ApiDocument, PlacedOperation, Schema } from './document.ts'
import { fieldsOf, typeOf } from './schema-html.ts'

const publicUrl = 'https://hub.example'
const brand = { name: 'Lamps <& Co>', logoUrl: null, accent: '#123456', accentDark: null, supportEmail: null }
const answer = createApiPage({ publicUrl, brand })()
const page = await answer.text()
/** What people read. */
const words = page
  .replaceAll(/<[^>]*>/g, ' ')
  .replaceAll('&lt;', '<')
  .replaceAll('&gt;', '>')
  .replaceAll('&quot;', '"')
  .replaceAll('&amp;', '&')
  .replaceAll(/\s+/g, ' ')
const idsOf = (text: string) => [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
/** A body as its command has it, on one line. */
const inCommand = (body: unknown) =>
  JSON.stringify(body, null, 2)
    .replaceAll("'", String.raw`'\''`)
    .replaceAll(/\s+/g, ' ')

describe('the page of the API', () => {
  it('has every operation with its address, its scope, and an example of its body', () => {
    expect(idsOf(page)).toEqual(expect.arrayContaining(endpoints.map(({ operationId }) => operationId)))
    for (const { operationId, method, path, scope, example } of endpoints) {
      expect(words, operationId).toContain(`${method} ${path} ${operationId}`)
      expect(words, operationId).toContain(scope)
      if (example) expect(words, operationId).toContain(inCommand(example))
    }
  })

  it('has an example of every object that is answered', () => {
    for (const [name, example] of Object.entries(answerExamples)) expect(words, name).toContain(inCommand(example))
  })

  it('has each anchor once, and each link within the page leads to one', () => {
    const ids = idsOf(page)
    expect(new Set(ids).size).toBe(ids.length)
    const links = [...page.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id)
    expect(links.filter((id) => !ids.includes(id))).toEqual([])
  })

  it('has every problem that an endpoint names', () => {
    const named = new Set(endpoints.flatMap((endpoint) => endpoint.problems))
    for (const code of named) expect(words).toContain(problems[code].title)
    expect(idsOf(page)).toEqual(expect.arrayContaining([...named].map((code) => `problem-${code}`)))
  })

  it('loads nothing, runs no script and names no other host', () => {
    expect(page).not.toMatch(/<(script|img|iframe|object|form)\b| on\w+=|@import|url\(/)
    const hosts = [...page.matchAll(/(?:href|src)="(https?:[^"]*)"/g)].map(([, url = '']) => new URL(url).host)
    expect(new Set(hosts)).toEqual(new Set(['hub.example']))
    const [, style = ''] = /<style>([^]*?)<\/style>/.exec(page) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(answer.headers.get('content-security-policy')).toContain(`default-src 'none'; style-src 'sha256-${hash}'`)
    expect(Number(answer.headers.get('content-length'))).toBe(Buffer.byteLength(page))
  })

  it('has a word for every type', () => {
    expect(words).not.toMatch(/anything|list of (?:$|or|,)/)
  })

  it('escapes what is written into it, and has the operator’s colour', () => {
    expect(page).toContain('<title>Lamps &lt;&amp; Co&gt; API</title>')
    expect(page).toContain('--shui-accent:#123456')
  })
})

describe('a schema', () => {
  const typed = (schema: Schema) => typeOf(schema).html.replaceAll(/<[^>]*>/g, '')

  it('is described in words', () => {
    expect(typed({ type: 'string', minLength: 1, maxLength: 200 })).toBe('text, 1 to 200 characters')
    expect(typed({ type: 'integer', minimum: 1, maximum: 10_000 })).toBe('whole number, 1 to 10,000')
    expect(typed({ type: 'integer', minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })).toBe(
      'whole number',
    )
    expect(typed({ type: 'string', enum: ['PAID', 'FAILED'] })).toBe('PAID, FAILED')
    expect(typed({ anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] })).toBe('time or null')
    expect(typed({ type: ['string', 'null'] })).toBe('text or null')
    expect(typed({ type: 'array', items: { $ref: '#/components/schemas/Order' }, maxItems: 50 })).toBe(
      'list of Order (up to 50)',
    )
    expect(typed({ type: 'object', additionalProperties: { type: 'string' } })).toBe('object, text by name')
  })

  it('of an optional text does not speak of blanks', () => {
    const blank = { type: 'string', pattern: String.raw`^\s*$` }
    expect(typed({ anyOf: [{ anyOf: [{ type: 'string', maxLength: 40 }, blank] }, { type: 'null' }] })).toBe(
      'text, up to 40 characters or null',
    )
  })

  it('names fields by their place', () => {
    const line = { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] }
    const order = {
      type: 'object',
      properties: { lines: { type: 'array', items: line }, gift: { anyOf: [line, { type: 'null' }] } },
    }
    expect(fieldsOf(order).map(({ name, isRequired }) => [name, isRequired])).toEqual([
      ['lines', false],
      ['lines[].item', true],
      ['gift', false],
      ['gift.item', true],
    ])
  })
})

describe('a command', () => {
  const operation: PlacedOperation = {
    operationId: 'saveThing',
    tags: ['Things'],
    summary: 'Save a thing',
    method: 'PUT',
    path: '/things/{thing}',
    parameters: [{ name: 'thing', in: 'path', example: 'a b', schema: { type: 'string' } }],
    requestBody: { content: { 'application/json': { example: { words: "it's" } } } },
    responses: {},
  }

  it('can be pasted into a shell', () => {
    expect(commandOf(operation)).toBe(
      [
        'curl -X PUT "$HUB/things/a%20b"',
        '-H "Authorization: Bearer $KEY"',
        '-H "Content-Type: application/json"',
        String.raw`-d '{` + '\n' + String.raw`  "words": "it'\''s"` + "\n}'",
      ].join(' \\\n  '),
    )
  })

  it('stands on a page of a document of its own', () => {
    const document: ApiDocument = {
      info: { title: 'x', version: '1', description: 'Of `things`.' },
      servers: [{ url: 'https://hub.example/v1' }],
      tags: [{ name: 'Things', description: 'All of them.' }],
      paths: { '/things/{thing}': { put: operation } },
      components: { schemas: {} },
    }
    const written = writeApiPage(document, { brand: 'Hub', style: 'a{}' })
    expect(written).toContain('<p>Of <code>things</code>.</p>')
    expect(written).toContain('id="group-things"')
  })
})
