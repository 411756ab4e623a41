/** What may stand in a template for what differs from order to order: `{{buyer}}`. */
export const templateVariables = ['buyer', 'name', 'order', 'item', 'carrier', 'tracking', 'shop'] as const
/** A place in a template that is filled with what is true of the order. */
export type TemplateVariable = (typeof templateVariables)[number]

/** What the variables are for one order; null where it has none such yet. */
export type TemplateValues = Readonly<Record<TemplateVariable, string | null>>

const place = /\{\{([^{}]*)\}\}/g

const isVariable = (name: string): name is TemplateVariable => templateVariables.some((known) => known === name)

/** What is wrong with the places of a template: names that mean nothing, and braces that are not closed. */
export function templateProblems(body: string): { unknown: string[]; isBroken: boolean } {
  const names = [...body.matchAll(place)].map(([, name = '']) => name.trim())
  const rest = body.replaceAll(place, '')
  return {
    unknown: [...new Set(names.filter((name) => !isVariable(name)))],
    isBroken: rest.includes('{{') || rest.includes('}}'),
  }
}

/** A template for one order. What the order does not have yet keeps its place, and is told. */
export function fillTemplate(body: string, values: TemplateValues): { text: string; missing: TemplateVariable[] } {
  const missing = new Set<TemplateVariable>()
  const text = body.replaceAll(place, (whole, inside: string) => {
    const name = inside.trim()
    if (!isVariable(name)) return whole
    const value = values[name]
    if (value === null) missing.add(name)
    return value ?? `{{${name}}}`
  })
  return { text, missing: [...missing] }
}

/** The places that nobody has filled in a text that is about to be sent. */
export function openPlaces(text: string): string[] {
  return [...new Set([...text.matchAll(place)].map(([, name = '']) => name.trim()).filter(isVariable))]
}
