import { readJsonFileBy } from '#lib/json-file.ts'
import { z } from 'zod'
import type { Taxonomy } from './taxonomy.ts'

declare module '#web/hub.ts' {
  interface HubConfig {
    taxonomy: Taxonomy
  }
}

const word = z.string().min(1).max(80)

const language = z.string().regex(/^[a-z]{2}$/, 'a language such as de')

const aspectSchema = z.object({
  name: word.regex(/^[^.;\n]+$/, 'a name without dots, semicolons and line breaks'),
  required: z.boolean().optional(),
  values: z.array(word).min(1).optional(),
  multiple: z.boolean().optional(),
})

const leafSchema = z.object({
  path: z.string().min(1).max(200),
  names: z.record(language, z.string().min(1).max(200)).optional(),
  also: z.array(z.string().min(1)).optional(),
  fees: z.string().min(1),
  aspects: z
    .array(aspectSchema)
    .max(40)
    .refine((aspects) => new Set(aspects.map(({ name }) => name)).size === aspects.length, 'each aspect once'),
})

const taxonomySchema = z.object({
  name: z.string().min(1),
  asOf: z.iso.date(),
  aspectNames: z.record(language, z.record(word, word)).optional(),
  leaves: z
    .array(leafSchema)
    .min(1)
    .refine((leaves) => new Set(leaves.map(({ path }) => path)).size === leaves.length, 'each path once'),
})

/** Reads a taxonomy file. Throws FileProblem, or InvalidFileError with all problems. */
export function readTaxonomy(file: string | URL): Taxonomy {
  return readJsonFileBy(taxonomySchema, file)
}
