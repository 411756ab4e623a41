/** Variables of templates: `{{buyer}}`. */
export const templateVariables = ['buyer', 'name', 'order', 'item', 'carrier', 'tracking', 'shop'] as const
export type TemplateVariable = (typeof templateVariables)[number]

/** Values of the variables for an order; null if not known yet. */
export type TemplateValues = Readonly<Record<TemplateVariable, string | null>>

const place = /\{\{([^{}]*)\}\}/g

const isVariable = (name: string): name is TemplateVariable => templateVariables.some((known) => known === name)

export function templateProblems(body: string): { unknown: string[]; isBroken: boolean } {
  const names = [...body.matchAll(place)].map(([, name = '']) => name.trim())
  const rest = body.replaceAll(place, '')
  return {
    unknown: [...new Set(names.filter((name) => !isVariable(name)))],
    isBroken: rest.includes('{{') || rest.includes('}}'),
  }
}

/** Fills a template for an order. Variables without a value stay and are returned as missing. */
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

/** Unfilled variables in a text about to be sent. */
export function openPlaces(text: string): string[] {
  return [...new Set([...text.matchAll(place)].map(([, name = '']) => name.trim()).filter(isVariable))]
}
