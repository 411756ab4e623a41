export interface RowProblem<Column extends string = string, Rule extends string = string> {
  /** Null if it is about the whole row. */
  column: Column | null
  value: string
  rule: Rule
  /** Parameters of the rule's text. */
  values?: Readonly<Record<string, string | number>>
}
