/**
 * Keeps the text fields of a form in this tab, under a name, while they are typed. `begins`: what was kept is entered
 * again; otherwise the fields have what the server answered. Returns what ends it.
 */
export function keepFields(form: HTMLFormElement, name: string, { begins }: { begins: boolean }): () => void {
  const fields = () =>
    [...form.elements].filter(
      (field): field is HTMLInputElement => field instanceof HTMLInputElement && field.type === 'text',
    )
  if (begins) {
    const kept = readKept(name)
    for (const field of fields()) field.value = kept.get(field.name) ?? field.value
  }
  const keep = () => {
    const typed = JSON.stringify(fields().map((field) => [field.name, field.value]))
    attempt(() => sessionStorage.setItem(name, typed))
  }
  form.addEventListener('input', keep)
  return () => form.removeEventListener('input', keep)
}

export const forgetFields = (name: string): void => void attempt(() => sessionStorage.removeItem(name))

function readKept(name: string): Map<string, string> {
  const read: unknown = JSON.parse(attempt(() => sessionStorage.getItem(name)) ?? '[]')
  const entries: unknown[] = Array.isArray(read) ? read : []
  return new Map(
    entries.flatMap((entry): [string, string][] => {
      if (!Array.isArray(entry)) return []
      const [field, text]: unknown[] = entry
      return typeof field === 'string' && typeof text === 'string' ? [[field, text]] : []
    }),
  )
}

/** Storage may be full or blocked; then even reading the property throws. */
function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}
