import pg from 'pg'

export const defaultSchema = 'hub'

/** The connection URL with the hub's schema in it. `connect` and `openDatabase` restrict the search path to that schema. */
export function inSchema(url: string, schema: string): string {
  const address = new URL(url)
  address.searchParams.set('schema', schema)
  return address.href
}

export function schemaOf(url: string): string {
  return new URL(url).searchParams.get('schema') ?? defaultSchema
}

/**
 * Restricts the search path to the hub's schema: in `public`, others may define functions with the hub's names. Set
 * after connecting because poolers drop startup options.
 */
export async function lookInSchema(client: pg.ClientBase, schema: string): Promise<void> {
  await client.query(`set search_path to ${pg.escapeIdentifier(schema)}`)
}

/** Opens a single connection to the hub's data; the caller closes it. */
export async function connect(url: string, config: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, ...config })
  // A broken connection is reported by the next statement.
  client.on('error', () => {})
  await client.connect()
  await lookInSchema(client, schemaOf(url))
  return client
}

export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  config: pg.ClientConfig = {},
): Promise<T> {
  const client = await connect(url, config)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
