export interface Operation {
  parameters: readonly { name: string; example?: unknown }[]
  requestBody?: { content: Readonly<Record<string, { example?: unknown }>> }
  responses: Record<string, object>
}

interface PageDocument {
  info: { description: string }
  servers: readonly [{ url: string }]
  paths: Record<string, Record<string, Operation & { 'x-codeSamples'?: object[] }>>
  webhooks?: object
}

const json = 'application/json'
const shell = (text: string) => text.replaceAll("'", String.raw`'\''`)

/** A request as a command, with the example of its body. */
export function curlCommand(method: string, path: string, operation: Omit<Operation, 'responses'>): string {
  const of = new Map(operation.parameters.map(({ name, example }) => [name, example] as const))
  const address = path.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const example = of.get(name)
    return typeof example === 'string' ? encodeURIComponent(example) : placeholder
  })
  const { content = {} } = operation.requestBody ?? {}
  const [type] = Object.keys(content)
  const body = content[json]
  const data = body ? `-d '${shell(JSON.stringify(body.example, null, 2))}'` : '--data-binary @file'
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$HUB${address}"`,
    '-H "Authorization: Bearer $KEY"',
    ...(type ? [`-H "Content-Type: ${body ? json : type}"`, data] : []),
  ]
  return lines.join(' \\\n  ')
}

const introduction = (url: string) => `

Programs read the same as an OpenAPI document: [openapi.json](${url}/openapi.json). The commands need two variables:

\`\`\`
export HUB=${url}
export KEY=hub_…   # npm run hub -- key create
\`\`\`

# Errors

A refusal is \`application/problem+json\` (RFC 9457). Its \`type\` is \`urn:seller-hub:problem:\` and one of the codes that each operation lists:

<SchemaDefinition schemaRef="#/components/schemas/Problem" />`

/**
 * The OpenAPI document for the page: with a command for each operation, and without what would only repeat: webhooks, whose
 * bodies are those of events, and the schema of each refusal. It then draws in half the time.
 */
export function pageDocument(document: object): PageDocument {
  const { webhooks: _, ...copy } = structuredClone(document) as PageDocument
  copy.info.description += introduction(copy.servers[0].url)
  for (const [path, methods] of Object.entries(copy.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const source = curlCommand(method.toUpperCase(), path, operation)
      operation['x-codeSamples'] = [{ lang: 'Shell', label: 'curl', source }]
      for (const [status, response] of Object.entries(operation.responses))
        if (Number(status) >= 400) operation.responses[status] = { ...response, content: undefined }
    }
  return copy
}
