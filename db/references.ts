import type { ClientBase } from 'pg'

export interface Reference {
  name: string
  /** The table that refers, quoted where needed. */
  table: string
  /** The table referred to, quoted where needed. */
  target: string
  /** As PostgreSQL writes it: `FOREIGN KEY (…) REFERENCES …`. */
  definition: string
}

/** Reads all foreign keys of the current schema; a partitioned table's counts once. */
export async function readReferences(client: ClientBase): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(`
    select quote_ident(conname) as name, conrelid::regclass::text as table, confrelid::regclass::text as target,
      pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace
    order by conrelid::regclass::text, conname`)
  return rows
}

export async function takeOffReferences(client: ClientBase): Promise<Reference[]> {
  const references = await readReferences(client)
  for (const { name, table } of references) await client.query(`alter table ${table} drop constraint ${name}`)
  return references
}

/** Adds foreign keys, which checks all rows. */
export async function putBackReferences(client: ClientBase, references: readonly Reference[]): Promise<void> {
  for (const { name, table, definition } of references)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
}
