import type { Table } from './table.ts'

export type Goal = { what: string; figure: number; unit: string } & ({ most: number } | { least: number })

const isKept = (goal: Goal) => ('most' in goal ? goal.figure <= goal.most : goal.figure >= goal.least)
const digits = (value: number) =>
  value >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toFixed(2)))

export function goalTable(goals: readonly Goal[]): Table {
  return {
    title: 'Goals',
    detail: true,
    columns: ['what', 'goal', 'measured', 'holds'],
    rows: goals.map((goal) => {
      const expected = 'most' in goal ? `<= ${digits(goal.most)}` : `>= ${digits(goal.least)}`
      return [goal.what, `${expected} ${goal.unit}`.trim(), digits(goal.figure), isKept(goal) ? 'yes' : 'NO']
    }),
    notes: ['Goals for 1,000,000 orders on an otherwise idle machine.'],
  }
}
