import type { ESTree } from 'vite'

const serverExports = new Set(['loader', 'action', 'middleware', 'headers'])

/** A statement of a module's top level. */
interface Part {
  start: number
  end: number
  /** Names that it declares or imports. */
  names: readonly string[]
  /** Whether it stays even if no other statement uses its names. */
  isRoot: boolean
  uses: ReadonlySet<string>
}

/**
 * A page's code for the browser: without its loader, its action and all that only they use. Blanked in place, so that
 * the source map stays valid.
 */
export function withoutServerExports(code: string, { body }: ESTree.Program): string {
  const parts = body.map(partOf)
  const kept = new Set<Part>()
  const keep = (part: Part) => {
    if (kept.has(part)) return
    kept.add(part)
    for (const other of parts) if (other.names.some((name) => part.uses.has(name))) keep(other)
  }
  for (const part of parts) if (part.isRoot) keep(part)
  return parts
    .filter((part) => !kept.has(part))
    .reduce(
      (text, { start, end }) => text.slice(0, start) + text.slice(start, end).replace(/\S/g, ' ') + text.slice(end),
      code,
    )
}

function partOf(statement: ESTree.Statement | ESTree.ModuleDeclaration): Part {
  const { start, end } = statement
  if (statement.type === 'ImportDeclaration') {
    const names = statement.specifiers.map(({ local }) => local.name)
    return { start, end, names, isRoot: names.length === 0, uses: new Set() }
  }
  const exported = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null
  const names = namesOf(exported ?? statement)
  const isForServer = names.some((name) => serverExports.has(name))
  if (isForServer && exported) return { start, end, names: [], isRoot: false, uses: new Set() }
  return { start, end, names, isRoot: exported !== null || names.length === 0, uses: usedNames(statement) }
}

function namesOf(statement: ESTree.Node): string[] {
  if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration')
    return statement.id ? [statement.id.name] : []
  if (statement.type === 'VariableDeclaration') return statement.declarations.flatMap(({ id }) => [...usedNames(id)])
  return []
}

/** All names in a piece of code, but not those of properties. Local names count too, so that too much is kept at worst. */
function usedNames(node: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const each of node) usedNames(each, found)
  else if (isNode(node)) {
    if (node.type === 'Identifier') found.add(String(node['name']))
    const property = node['computed'] === true ? null : node.type === 'MemberExpression' ? 'property' : 'key'
    for (const [key, child] of Object.entries(node)) if (key !== property) usedNames(child, found)
  }
  return found
}

const isNode = (value: unknown): value is { type: string; [key: string]: unknown } =>
  typeof value === 'object' && value !== null && 'type' in value
