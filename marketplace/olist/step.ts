/** One set-based statement over the staging tables. */
export interface Step {
  /** Name shown while it runs. */
  phase: string
  sql: string
  /** Name under which written rows are counted in the report. */
  counts?: { name: string; as: 'added' | 'changed' }
  /** Table to analyse after writing, for the plans of later joins. */
  analyse?: string
}

/** A step that creates a temporary table, dropped with the transaction; with an index on `key`, if given. */
export function prepare(phase: string, table: string, select: string, key?: string): Step {
  const index = key === undefined ? '' : `create index on ${table} (${key}); `
  return { phase, sql: `create temp table ${table} on commit drop as ${select}; ${index}analyze ${table}` }
}

/**
 * A step that copies rows of the imported sellers that were here before, for comparing. A cluster joins temporary tables
 * only with each other.
 */
export function copyKnown(phase: string, copy: string, select: string, key?: string): Step {
  return prepare(phase, copy, `${select} where seller_id in (select id from hub_sellers where not fresh)`, key)
}

export function add(name: string, table: string, sql: string): Step {
  return {
    phase: `Adding ${name}`,
    sql: `insert into ${table} ${sql}`,
    counts: { name, as: 'added' },
    analyse: table,
  }
}

/** Olist's times are local to Brazil. */
export const zone = 'America/Sao_Paulo'

/** SQL: converts a local time column to a timestamp. */
export function moment(column: string): string {
  return `${column} at time zone '${zone}'`
}

/** SQL: end of a promise; midnight means the whole day. */
export function promisedDay(column: string): string {
  return `case when ${column}::time = '00:00' then ${moment(`(${column} + interval '1 day')`)} - interval '1 millisecond' else ${moment(column)} end`
}

/** SQL: the next id of a table, for rows referenced before they are written. */
export function nextKey(table: string): string {
  return `nextval('${table}_id_seq')`
}
