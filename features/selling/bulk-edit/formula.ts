import { readDecimal, type Grouping } from '#lib/read-amount.ts'
import { decimalRatio, isLess, minus, over, plus, ratio, roundRatio, times, type Ratio } from './ratio.ts'

// Formulas of columns: `price * 0.95`, `+5`, `- 10 %`, `median * 0.98 min cost * 1.1 round to 0.50`. Exact arithmetic. Pure.

export const formulaFields = ['price', 'quantity', 'cost', 'median'] as const
export type FormulaField = (typeof formulaFields)[number]

/** What is wrong with a formula; key of its text. */
export type FormulaProblem = 'empty' | 'incomplete' | 'unexpected' | 'unknownWord' | 'number' | 'divideByZero' | 'long'

type FormulaReading =
  | { ok: true; formula: Formula }
  | {
      ok: false
      problem: FormulaProblem
      /** Index of the first wrong character. */
      at: number
      /** What is wrong there; empty at the end. */
      found: string
    }

export interface Formula {
  value: Node
  /** Applied in order. */
  limits: readonly Limit[]
}

type Node =
  | { kind: 'own' }
  | { kind: 'field'; name: FormulaField }
  | { kind: 'number'; value: Ratio }
  | { kind: 'percent'; of: Node }
  | { kind: '+' | '-' | '*' | '/'; left: Node; right: Node }

type Limit = { kind: 'min' | 'max'; value: Node } | { kind: 'round'; value: Ratio }

const longestFormula = 200

const limitWords: Readonly<Record<string, Limit['kind']>> = {
  min: 'min',
  mindestens: 'min',
  max: 'max',
  höchstens: 'max',
  round: 'round',
  runden: 'round',
}
const fillWords = new Set(['to', 'auf'])
const signs: Readonly<Record<string, string>> = { '−': '-', '–': '-', '×': '*', '÷': '/', ':': '/' }

interface Token {
  kind: 'number' | 'word' | 'sign'
  text: string
  at: number
}

class FormulaError extends Error {
  readonly problem: FormulaProblem
  readonly at: number
  readonly found: string
  constructor(problem: FormulaProblem, { at, text }: Pick<Token, 'at' | 'text'>) {
    super(problem)
    this.problem = problem
    this.at = at
    this.found = text
  }
}

/** Parses a formula as typed. `names` has the words for columns in lower case. */
export function readFormula(
  typed: string,
  { grouping, names }: { grouping: Grouping; names: ReadonlyMap<string, FormulaField> },
): FormulaReading {
  try {
    return { ok: true, formula: new Parser(typed, grouping, names).read() }
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error
    const { problem, at, found } = error
    return { ok: false, problem, at, found }
  }
}

class Parser {
  readonly #tokens: readonly Token[]
  readonly #end: Token
  readonly #grouping: Grouping
  readonly #names: ReadonlyMap<string, FormulaField>
  #next = 0

  constructor(typed: string, grouping: Grouping, names: ReadonlyMap<string, FormulaField>) {
    this.#end = { kind: 'sign', text: '', at: typed.length }
    if (typed.length > longestFormula) throw new FormulaError('long', { at: longestFormula, text: '' })
    this.#tokens = tokensOf(typed)
    this.#grouping = grouping
    this.#names = names
  }

  read(): Formula {
    if (this.#peek().text === '=') this.#next += 1
    const first = this.#peek()
    if (first === this.#end) throw new FormulaError('empty', first)
    // `+5` and `min 20` refer to the column's own value.
    const begins = ['+', '-', '*', '/'].includes(first.text) || this.#limitWord() !== null
    const value = begins ? this.#sum(this.#product({ kind: 'own' })) : this.#sum(this.#product(this.#factor()))
    const limits: Limit[] = []
    if (this.#peek().text === ',') this.#next += 1
    for (let kind = this.#limitWord(); kind !== null; kind = this.#limitWord()) {
      this.#next += 1
      if (fillWords.has(this.#peek().text.toLowerCase())) this.#next += 1
      const at = this.#peek()
      if (kind === 'round') {
        const step = this.#number()
        if (step.n === 0n) throw new FormulaError('divideByZero', at)
        limits.push({ kind, value: step })
      } else limits.push({ kind, value: this.#sum(this.#product(this.#factor())) })
      if (this.#peek().text === ',') this.#next += 1
    }
    const rest = this.#peek()
    if (rest !== this.#end) throw new FormulaError(rest.kind === 'word' ? 'unknownWord' : 'unexpected', rest)
    return { value, limits }
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? this.#end
  }

  #limitWord(): Limit['kind'] | null {
    const { kind, text } = this.#peek()
    return kind === 'word' ? (limitWords[text.toLowerCase()] ?? null) : null
  }

  #sum(first: Node): Node {
    let left = first
    for (let sign = this.#peek(); sign.text === '+' || sign.text === '-'; sign = this.#peek()) {
      this.#next += 1
      const right = this.#product(this.#factor())
      // `price - 10 %` takes the percentage of the price.
      left = { kind: sign.text, left, right: right.kind === 'percent' ? { kind: '*', left, right } : right }
    }
    return left
  }

  #product(first: Node): Node {
    let left = first
    for (let sign = this.#peek(); sign.text === '*' || sign.text === '/'; sign = this.#peek()) {
      this.#next += 1
      const at = this.#peek()
      const right = this.#factor()
      if (sign.text === '/' && right.kind === 'number' && right.value.n === 0n)
        throw new FormulaError('divideByZero', at)
      left = { kind: sign.text, left, right }
    }
    return left
  }

  #factor(): Node {
    const token = this.#peek()
    let node: Node
    if (token.text === '-') {
      this.#next += 1
      node = { kind: '-', left: { kind: 'number', value: ratio(0) }, right: this.#factor() }
    } else if (token.text === '(') {
      this.#next += 1
      node = this.#sum(this.#product(this.#factor()))
      const closing = this.#peek()
      if (closing.text !== ')') throw new FormulaError(closing === this.#end ? 'incomplete' : 'unexpected', closing)
      this.#next += 1
    } else if (token.kind === 'word') {
      const name = this.#names.get(token.text.toLowerCase())
      if (!name) throw new FormulaError('unknownWord', token)
      this.#next += 1
      node = { kind: 'field', name }
    } else node = { kind: 'number', value: this.#number() }
    if (this.#peek().text !== '%') return node
    this.#next += 1
    return { kind: 'percent', of: node }
  }

  #number(): Ratio {
    const token = this.#peek()
    if (token === this.#end) throw new FormulaError('incomplete', token)
    if (token.kind !== 'number') throw new FormulaError('unexpected', token)
    const decimal = readDecimal(token.text, { grouping: this.#grouping })
    if (decimal === null) throw new FormulaError('number', token)
    this.#next += 1
    return decimalRatio(decimal)
  }
}

/** A comma in front of a blank separates limits. */
function tokensOf(typed: string): Token[] {
  return [...typed.matchAll(/(\d[\d'’]*(?:[.,][\d'’]+)*)|(\p{L}+)|(\S)/gu)].map(([text, number, word], index, all) => {
    const at = all[index]?.index ?? 0
    if (number !== undefined) return { kind: 'number', text, at }
    return word === undefined ? { kind: 'sign', text: signs[text] ?? text, at } : { kind: 'word', text, at }
  })
}

/** The formula's value; null if a value that it uses is missing, or it divides by zero. */
export function evaluateFormula(
  { value, limits }: Formula,
  own: Ratio | null,
  valueOf: (name: FormulaField) => Ratio | null,
): Ratio | null {
  const found = evaluate(value, own, valueOf)
  return (
    found && limits.reduce((result, limit) => limited(result, limit, (node) => evaluate(node, own, valueOf)), found)
  )
}

function evaluate(node: Node, own: Ratio | null, valueOf: (name: FormulaField) => Ratio | null): Ratio | null {
  switch (node.kind) {
    case 'own':
      return own
    case 'field':
      return valueOf(node.name)
    case 'number':
      return node.value
    case 'percent': {
      const of = evaluate(node.of, own, valueOf)
      return of && times(of, ratio(1, 100))
    }
    default: {
      const left = evaluate(node.left, own, valueOf)
      const right = evaluate(node.right, own, valueOf)
      return left && right && operators[node.kind](left, right)
    }
  }
}

const operators = { '+': plus, '-': minus, '*': times, '/': over }

/** A limit whose value is missing, such as an unknown cost, limits nothing. */
function limited(value: Ratio, limit: Limit, valueOf: (node: Node) => Ratio | null): Ratio {
  if (limit.kind === 'round') {
    const steps = over(value, limit.value)
    return steps ? times(ratio(roundRatio(steps)), limit.value) : value
  }
  const end = valueOf(limit.value)
  if (!end) return value
  const isOutside = limit.kind === 'min' ? isLess(value, end) : isLess(end, value)
  return isOutside ? end : value
}
