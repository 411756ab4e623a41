import pg from 'pg'

/** The schema of the hub's tables where the operator names none. */
export const defaultSchema = 'hub'

/**
 * The address of a hub's data: a database's, with the schema in it that is the hub's own. Everybody who connects does so
 * through `connect` or `openDatabase`, which look for names in that schema and nowhere else.
 */
export function inSchema(url: string, schema: string): string {
  const address = new URL(url)
  address.searchParams.set('schema', schema)
  return address.href
}

/** The hub's own schema in an address. */
export function schemaOf(url: string): string {
  return new URL(url).searchParams.get('schema') ?? defaultSchema
}

/**
 * Has a new connection look for names in the hub's schema alone: not in `public`, where others may put a function under
 * the hub's names. Said after connecting, because poolers pass no startup options on.
 */
export async function lookInSchema(client: pg.ClientBase, schema: string): Promise<void> {
  await client.query(`set search_path to ${pg.escapeIdentifier(schema)}`)
}

/** A connection of its own to the hub's data; whoever asks ends it. */
export async function connect(url: string, config: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, ...config })
  // One that breaks is told to whoever has it by the next statement.
  client.on('error', () => {})
  await client.connect()
  await lookInSchema(client, schemaOf(url))
  return client
}

/** Does `work` on a connection of its own, ended afterwards. */
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
