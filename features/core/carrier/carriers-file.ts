import { readJsonFileBy } from '#lib/json-file.ts'
import { z } from 'zod'
import { checkKinds } from '#lib/check-digits.ts'
import type { Carrier } from './carrier.ts'

declare module '#web/hub.ts' {
  interface HubConfig {
    carriers: readonly Carrier[]
  }
}

const name = z.string().min(1).max(60)

const pattern = z.string().transform((text, context) => {
  try {
    return new RegExp(`^(?:${text})$`)
  } catch {
    context.addIssue({ code: 'custom', message: 'a regular expression for the whole number, without spaces' })
    return z.NEVER
  }
})

/** `sure` defaults by whether the format has a check digit. */
const numberForm = z
  .object({
    pattern,
    check: z.enum(checkKinds).nullable().default(null),
    sure: z.enum(['letters', 'check', 'length']).optional(),
    namedOnly: z.boolean().default(false),
  })
  .refine(({ check, sure }) => sure !== 'check' || check !== null, 'a kind of check digit where `sure` is “check”')
  .transform(({ sure, ...form }) => ({
    ...form,
    sure: sure ?? (form.check ? ('check' as const) : ('length' as const)),
  }))

const carriersSchema = z.object({
  asOf: z.iso.date(),
  carriers: z
    .array(
      z.object({
        name,
        also: z.array(name).default([]),
        url: z
          .url({ protocol: /^https$/, error: 'an https address' })
          .refine((url) => url.includes('{number}'), 'an address with {number} in it')
          .nullable()
          .default(null),
        group: name.nullable().default(null),
        prefix: pattern.nullable().default(null),
        numbers: z.array(numberForm),
        complete: z.boolean().default(false),
      }),
    )
    .min(1)
    .refine((carriers) => new Set(carriers.map((carrier) => carrier.name)).size === carriers.length, 'each name once'),
})

/** Reads carriers from a JSON file. Throws FileProblem, or InvalidFileError with all problems. */
export function readCarriers(file: string | URL): readonly Carrier[] {
  return readJsonFileBy(carriersSchema, file).carriers
}
