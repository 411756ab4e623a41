/** One statement of the import, set-based over the staging tables. */
export interface Step {
  /** What a person sees while it runs. */
  phase: string
  sql: string
  /** The rows it writes are counted under this name in the report. */
  counts?: { name: string; as: 'added' | 'changed' }
  /** The table to analyse if it was written to, so that what joins it next is planned for its new size. */
  analyse?: string
  /** How long it takes, compared with the others. */
  weight: number
}

/** A step that only prepares others: it makes a temporary table, which goes with the transaction. */
export function prepare(phase: string, table: string, select: string, weight: number): Step {
  return { phase, sql: `create temp table ${table} on commit drop as ${select}; analyze ${table}`, weight }
}

/** A step that adds rows to a table of the hub. */
export function add(name: string, table: string, sql: string, weight: number): Step {
  return {
    phase: `Adding ${name}`,
    sql: `insert into ${table} ${sql}`,
    counts: { name, as: 'added' },
    analyse: table,
    weight,
  }
}

/** Olist's times are wall clock in Brazil. */
export const zone = 'America/Sao_Paulo'

/** SQL: a wall-clock column as a moment. */
export function moment(column: string): string {
  return `${column} at time zone '${zone}'`
}

/** SQL: the moment up to which a promise is kept: a time of midnight stands for the whole day. */
export function promisedDay(column: string): string {
  return `case when ${column}::time = '00:00' then ${moment(`(${column} + interval '1 day')`)} - interval '1 millisecond' else ${moment(column)} end`
}

/** SQL: the next key of a table, for rows that others must refer to before they are written. */
export function nextKey(table: string): string {
  return `nextval('${table}_id_seq')`
}
