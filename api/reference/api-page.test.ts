import { describe, expect, it } from 'vitest'
import { endpoints } from '../endpoints.ts'
import { openApi } from '../openapi.ts'
import { createApiPage } from './api-page.ts'
import { curlCommand, pageDocument } from './page-document.ts'

const publicUrl = 'https://hub.example'
const brand = { name: 'Lamps <& Co>', logoUrl: null, accent: '#123456', accentDark: null, supportEmail: null }
const answer = createApiPage({ publicUrl, brand })
const page = await answer()!.text()

describe('the page of the API', () => {
  it('loads its own files only, each named by its content and kept for good', async () => {
    const names = [...page.matchAll(/"\/docs\/api\/([\w.]+)\?[\da-f]{12}"/g)].map(([, name = '']) => name)
    expect(new Set(names)).toEqual(new Set(['page.css', 'redoc.js', 'start.mjs', 'openapi.json']))
    for (const name of names) expect(answer(name)?.headers.get('cache-control'), name).toContain('immutable')
    expect([answer('other.js'), answer('../api-page.ts')]).toEqual([null, null])
    expect(page).not.toMatch(/https?:|<style| on\w+=|<script>/)
    expect(await answer('redoc.js')!.text()).not.toContain('cdn.redoc')
  })

  it('allows no inline script, no evaluation and no other host', () => {
    const policy = answer()?.headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /)
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
  })

  it('escapes what is written into it, and has the operator’s colour', () => {
    expect(page).toContain('<title>Lamps &lt;&amp; Co> API</title>')
    expect(page).toContain('data-accent="#123456" data-accent-dark="#123456"')
  })
})

it('the document of the page has each operation with a command and its refusals by code', () => {
  const { paths, webhooks } = pageDocument(openApi(endpoints, `${publicUrl}/v1`))
  expect(webhooks).toBeUndefined()
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  expect(operations).toHaveLength(endpoints.length)
  for (const operation of operations) {
    expect(operation['x-codeSamples']).toHaveLength(1)
    expect(operation.responses['401']).toMatchObject({ description: expect.stringContaining('unauthorized: ') })
  }
})

describe('a command', () => {
  it('can be pasted into a shell', () => {
    const parameters = [{ name: 'thing', example: 'a b' }]
    const requestBody = { content: { 'application/json': { example: { message: "it's" } } } }
    expect(curlCommand('PUT', '/things/{thing}', { parameters, requestBody })).toBe(
      [
        'curl -X PUT "$HUB/things/a%20b"',
        '-H "Authorization: Bearer $KEY"',
        '-H "Content-Type: application/json"',
        String.raw`-d '{` + '\n' + String.raw`  "message": "it'\''s"` + "\n}'",
      ].join(' \\\n  '),
    )
  })

  it('sends a file where the operation takes one', () => {
    const requestBody = { content: { 'image/png': {}, 'image/jpeg': {} } }
    expect(curlCommand('POST', '/pictures', { parameters: [], requestBody })).toMatch(
      /-H "Content-Type: image\/png" \\\n {2}--data-binary @file$/,
    )
    expect(curlCommand('GET', '/things', { parameters: [] })).toBe(
      'curl "$HUB/things" \\\n  -H "Authorization: Bearer $KEY"',
    )
  })
})
