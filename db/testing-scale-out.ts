import { sql, type Kysely } from 'kysely'
import { coordinatorTables, ownersViews, replicatedTables } from './placement.ts'
import type { Schema } from './schema.ts'

/** Functions of the owner that requests call where nothing else is read or written by the same transaction. */
const rolesOfTheirOwn = ['found_by_words', 'place_changes', 'takes_offers']

const transitionTables = ['changed', 'former', 'added', 'removed']

interface FunctionText {
  name: string
  language: string
  body: string
  settings: string | null
  /** Whether requests may call it, and it then has the owner's rights. */
  changesRole: boolean
  parameters: readonly string[] | null
}

/** Placement of tables in a cluster. Products are replicated to every node. */
export interface Division {
  /** Tables and partitions distributed by seller, with their distribution column. */
  sellers: ReadonlyMap<string, string>
  coordinator: ReadonlySet<string>
}

export async function divisionOf(owner: Kysely<Schema>): Promise<Division> {
  const { rows } = await sql<{ name: string; has_seller: boolean }>`
    select c.relname as name, exists (select from pg_attribute where attrelid = c.oid and attname = 'seller_id') as has_seller
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')`.execute(owner)
  const isDivided = (row: (typeof rows)[number]) => row.has_seller && !coordinatorTables.includes(row.name)
  const sellers = new Map(rows.filter(isDivided).map(({ name }) => [name, 'seller_id']))
  sellers.set('sellers', 'id')
  const others = rows.map(({ name }) => name).filter((name) => !sellers.has(name) && !replicatedTables.includes(name))
  return { sellers, coordinator: new Set(others) }
}

/** Finds where the schema breaks the rules of a cluster distributed by seller: one line each, empty if none. */
export async function scaleOutBreaches(owner: Kysely<Schema>): Promise<string[]> {
  const functions = await readFunctions(owner)
  const tables = await sellersTables(owner)
  const known = { tables, unsteady: await unsteadyFunctions(owner), reading: readingFunctions(functions, tables) }
  return [
    ...(await keyBreaches(owner)),
    ...(await rowTriggerBreaches(owner)),
    ...(await viewBreaches(owner)),
    ...functions.flatMap((text) => functionBreaches(text, known).map((breach) => `${text.name}: ${breach}`)),
  ]
}

interface Known {
  /** Tables distributed by seller. */
  tables: readonly string[]
  /** Functions that are not immutable. */
  unsteady: ReadonlySet<string>
  /** Functions that read or write sellers' tables, themselves or by others. */
  reading: ReadonlySet<string>
}

function functionBreaches(written: FunctionText, known: Known): string[] {
  const { language, body, settings } = written
  const { unsteady } = known
  const words = new Set(body.toLowerCase().match(/\w+/g))
  // Looking for every table in every statement would take most of the time.
  const tables = known.tables.filter((table) => words.has(table))
  const named = (text: string) => tables.filter((table) => reads(text, table) || writes(text, table))
  const breaches: string[] = []
  if (language === 'sql' && named(body).length > 0) breaches.push('a function over sellers’ tables is PL/pgSQL')
  if (written.changesRole && known.reading.has(written.name) && !rolesOfTheirOwn.includes(written.name))
    breaches.push('a request calls it with another role')
  if (/\btg_table_name\b/i.test(body)) breaches.push('an argument says what is needed, not tg_table_name')
  if (/\bset\s+(local\s+)?role\b/i.test(body)) breaches.push('a role is set by set_config, which does not travel')
  if (/\bpg_(try_)?advisory/i.test(body)) breaches.push('an advisory lock is the coordinator’s')
  if (settings?.includes('force_generic_plan')) breaches.push('no force_generic_plan')
  const variables = variablesOf(written)
  for (const statement of statementsOf(body)) {
    const changed = transitionTables.filter((table) => reads(statement, table))
    if (changed.length > 0 && named(statement).length > 0)
      breaches.push(`a statement joins ${changed.join(', ')} with ${named(statement).join(', ')}`)
    if (/\binsert\s+into\b/i.test(statement) && tables.some((table) => reads(statement, table)))
      breaches.push('rows are inserted from a table, not from arrays')
    if (isUnsteadyUpdate(statement, unsteady))
      breaches.push('a SELECT works out what is not immutable before an UPDATE')
    breaches.push(...conflictBreaches(statement, { variables, unsteady }))
    if (named(statement).length > 0)
      breaches.push(
        ...callsOf(statement, known.reading).map(
          (name) => `a statement over ${named(statement).join(', ')} calls ${name}: ${plain(statement)}`,
        ),
      )
    const unnamed = readsWithoutSeller(statement, tables)
    if (unnamed.length > 0) breaches.push(`${unnamed.join(', ')} without seller_id = one seller: ${plain(statement)}`)
  }
  return breaches
}

/** Parameters and declared variables of a function, without those of its records. */
function variablesOf({ body, parameters }: FunctionText): string[] {
  const [, declared = ''] = /\bdeclare\b(.*?)\bbegin\b/is.exec(body.replaceAll(/--.*$/gm, '')) ?? []
  return [...(parameters ?? []), ...Array.from(declared.matchAll(/(?:^|;)\s*(\w+)\s/g), ([, name = '']) => name)]
}

/** An insert from arrays passes no variables on to its ON CONFLICT, and every node would call functions there for itself. */
function conflictBreaches(
  statement: string,
  { variables, unsteady }: { variables: readonly string[]; unsteady: ReadonlySet<string> },
): string[] {
  const [, clause = ''] = /\bon\s+conflict\b\s*(?:\([^)]*\))?(.*)$/is.exec(statement) ?? []
  const named = variables.filter((name) => new RegExp(String.raw`(?<![.\w])${name}\b`, 'i').test(clause))
  const called = Array.from(clause.matchAll(/\b(\w+)\s*\(/g), ([, name = '']) => name.toLowerCase())
  return [
    ...named.map((name) => `ON CONFLICT uses the variable ${name}`),
    ...called.filter((name) => unsteady.has(name)).map((name) => `ON CONFLICT calls ${name}, which is not immutable`),
  ]
}

/** Whether an UPDATE calls a non-immutable function with more than parameters, or in CASE or COALESCE: each node would compute its own value. */
export function isUnsteadyUpdate(statement: string, unsteady: ReadonlySet<string>): boolean {
  if (!/^\s*(\/\*.*?\*\/\s*)?update\b/i.test(statement)) return false
  const ofParameters = /^\s*((null|\$\d+)(::\w+)?\s*,?\s*)*\)/i
  const called = [...statement.matchAll(/\b(\w+)\s*\(/g)].filter(
    ({ 0: call, index }) => !ofParameters.test(statement.slice(index + call.length)),
  )
  return (
    called.some(([, name = '']) => unsteady.has(name.toLowerCase())) ||
    /\binterval\b/i.test(statement) ||
    choices(withoutCases(statement)).some((choice) => callsOf(choice, unsteady).length > 0)
  )
}

/** The innermost and outer texts between the parentheses of COALESCE, and of CASE as `withoutCases` leaves it. */
function choices(statement: string): string[] {
  return Array.from(statement.matchAll(/\bcoalesce\s*\(|\(\s*,/gi), ({ index, 0: opening }) => {
    const start = statement.indexOf('(', index)
    let depth = 0
    for (let at = start; at < statement.length; at += 1) {
      if (statement[at] === '(') depth += 1
      else if (statement[at] === ')' && --depth === 0) return statement.slice(start + 1, at)
    }
    return statement.slice(index + opening.length)
  })
}

/**
 * Sellers' tables that a function's statement reads more often than it names a seller. The text does not attribute
 * conditions, so equal counts pass. Inserted rows name their seller in their values.
 */
function readsWithoutSeller(statement: string, tables: readonly string[]): string[] {
  const read = ['sellers', ...tables].flatMap((table) =>
    Array.from(
      statement.matchAll(
        new RegExp(String.raw`\b(?:from|join|update|using)\s+(?:lateral\s+|only\s+)?${table}\b`, 'gi'),
      ),
      () => table,
    ),
  )
  const named = statement.match(/\bseller_id\s*=|\(\w+\.seller_id,[^)]*\)\s*=/gi)?.length ?? 0
  const isOfSellers = read.includes('sellers') && /\bid\s*=/i.test(statement)
  return read.length > named + (isOfSellers ? 1 : 0) ? [...new Set(read)] : []
}

/** A seller's server runs a statement with the functions in it, and no function there may ask other servers. */
export const callsOf = (statement: string, functions: ReadonlySet<string>): string[] =>
  [...new Set(Array.from(statement.matchAll(/\b(\w+)\s*\(/g), ([, name = '']) => name.toLowerCase()))].filter((name) =>
    functions.has(name),
  )

/** Functions that read or write sellers' tables, themselves or by others. */
export async function functionsOverSellers(owner: Kysely<Schema>): Promise<Set<string>> {
  return readingFunctions(await readFunctions(owner), await sellersTables(owner))
}

function readingFunctions(functions: readonly FunctionText[], tables: readonly string[]): Set<string> {
  const table = new RegExp(
    String.raw`\b(?:from|join|update|into)\s+(?:[^;()]*?,\s*)?(?:lateral\s+|only\s+)?(?:${tables.join('|')})\b`,
    'i',
  )
  const found = new Set<string>()
  let size = -1
  while (size !== found.size) {
    size = found.size
    for (const { name, body } of functions)
      if (table.test(body.replaceAll(/--.*$/gm, '')) || callsOf(body, found).length > 0) found.add(name)
  }
  return found
}

const plain = (statement: string) => statement.replaceAll(/\s+/g, ' ').trim()

const reads = (text: string, table: string) =>
  new RegExp(String.raw`\b(from|join)\s+(?:[^;()]*?,\s*)?(lateral\s+)?${table}\b`, 'i').test(text)
const writes = (text: string, table: string) => new RegExp(String.raw`\b(update|into)\s+${table}\b`, 'i').test(text)

/** Splits a function body into statements; a loop's head counts as one, the branches of a CASE do not. */
const statementsOf = (body: string) =>
  withoutCases(body.replaceAll(/--.*$/gm, '')).split(/;|\bloop\b|\bthen\b|\bbegin\b|\belse\b/i)

/** Replaces each CASE, from the innermost, by commas: its keywords also occur in statements. */
function withoutCases(text: string): string {
  const plainer = text.replaceAll(
    /\bcase\b((?:(?!\bcase\b)[^;])*?)\bend\b(?!\s+(?:if|loop|case))/gi,
    (_, inner: string) => `(${inner.replaceAll(/\b(?:when|then|else)\b/gi, ',')})`,
  )
  return plainer === text ? text : withoutCases(plainer)
}

async function sellersTables(owner: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'seller_id'
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all (${coordinatorTables})`.execute(owner)
  return rows.map(({ name }) => name)
}

export async function unsteadyFunctions(owner: Kysely<Schema>): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select proname as name from pg_proc where pronamespace <> 'information_schema'::regnamespace
    group by 1 having not bool_or(provolatile = 'i')`.execute(owner)
  return new Set(rows.map(({ name }) => name))
}

async function readFunctions(owner: Kysely<Schema>): Promise<FunctionText[]> {
  const { rows } = await sql<FunctionText>`
    select p.proname as name, l.lanname as language, coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as body,
      p.proconfig::text as settings, p.proargnames as parameters, p.prosecdef and p.prorettype <> 'trigger'::regtype
        and has_function_privilege('hub_seller', p.oid, 'execute') as "changesRole"
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = current_schema()::regnamespace order by 1`.execute(owner)
  return rows
}

/** Row triggers may use their row only: statements in them could not be routed to a node. */
async function rowTriggerBreaches(owner: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string; table: string }>`
    select t.tgname as name, t.tgrelid::regclass::text as table
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and t.tgtype & 1 = 1 and p.pronamespace = current_schema()::regnamespace
      and p.prosrc ~* '\\m(select|insert|update|delete|perform|execute)\\M'`.execute(owner)
  return rows.map(({ name, table }) => `${table}: the trigger ${name} runs a statement for each row`)
}

/** Policies do not apply to the owner's views, so views name the bound seller for each sellers' table. */
async function viewBreaches(owner: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'v'
      and relname <> all (${ownersViews}) and pg_get_viewdef(oid) !~ 'seller_id = current_seller\\(\\)'`.execute(owner)
  return rows.map(({ name }) => `${name}: a view that does not name the bound seller`)
}

async function keyBreaches(owner: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ breach: string }>`
    with tables as (
      select c.oid, c.relname from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname <> all (${coordinatorTables})
        and exists (select from pg_attribute where attrelid = c.oid and attname = 'seller_id')
    ), keys as (
      select k.conname, f.relname, k.confdeltype, t.oid is not null as is_between,
        exists (select from pg_attribute where attrelid = k.conrelid and attname = 'seller_id' and attnum = any (k.conkey)) as has_seller
      from pg_constraint k join tables f on f.oid = k.conrelid left join tables t on t.oid = k.confrelid
      where k.contype = 'f' and k.conparentid = 0
    )
    select format('%s: the key %s does not name the seller', relname, conname) as breach from keys where is_between and not has_seller
    union all
    select format('%s: the key %s sets null', relname, conname) from keys where confdeltype = 'n'
    union all
    select format('%s: the unique index %s does not name the seller', t.relname, i.indexrelid::regclass)
    from pg_index i join tables t on t.oid = i.indrelid
    where i.indisunique and not exists (
      select from pg_attribute where attrelid = t.oid and attname = 'seller_id' and attnum = any (i.indkey::int2[]))
    order by 1`.execute(owner)
  return rows.map(({ breach }) => breach)
}
