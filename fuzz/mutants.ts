import { parseSync } from 'rolldown/utils'

/** A mutation of a source: one operator, condition or value is replaced. */
export interface Mutant {
  /** Replaced character range. */
  start: number
  end: number
  /** Replacement text. */
  text: string
}

const otherOperators: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '&&': '||',
  '||': '&&',
}

const comment = /\/\*[^]*?\*\/|\/\/.*/g

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** Type nodes, except wrappers of runtime code. */
const isType = ({ type }: Node) =>
  type.startsWith('TS') && !['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'].includes(type)

/** All mutations of a TypeScript source, in source order. */
export function mutantsOf(source: string): Mutant[] {
  const found: Mutant[] = []
  const visit = (node: Node): void => {
    if (isType(node) || node.type === 'ImportDeclaration') return
    found.push(...mutantsAt(node, source))
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child)
  }
  const { program } = parseSync('rule.ts', source)
  for (const statement of program.body) if (isNode(statement)) visit(statement)
  return found.toSorted((a, b) => a.start - b.start)
}

function mutantsAt(node: Node, source: string): Mutant[] {
  const { type, start, end, left, right, operator, test, consequent, alternate, argument, value } = node
  switch (type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const other = otherOperators[String(operator)]
      if (!other || !isNode(left) || !isNode(right)) return []
      const between = source.slice(left.end, right.start).replaceAll(comment, (text) => ' '.repeat(text.length))
      const at = left.end + between.indexOf(String(operator))
      return [{ start: at, end: at + String(operator).length, text: other }]
    }
    case 'UnaryExpression':
      return operator === '!' && isNode(argument) ? [{ start, end: argument.start, text: '' }] : []
    case 'IfStatement':
      return isNode(test) ? [{ start: test.start, end: test.end, text: 'false' }] : []
    case 'ConditionalExpression':
      return isNode(consequent) && isNode(alternate)
        ? [{ start: consequent.start, end: consequent.end, text: source.slice(alternate.start, alternate.end) }]
        : []
    case 'Literal':
      if (typeof value === 'boolean') return [{ start, end, text: String(!value) }]
      return typeof value === 'number' ? [{ start, end, text: String(value + 1) }] : []
    default:
      return []
  }
}
