import type { Texts } from '#texts/texts.ts'

/** The size of a file in words: "412 kB". */
export const fileSize = (bytes: number, { number, t }: Pick<Texts, 'number' | 't'>): string =>
  t('dispute.file.size', { kilobytes: number(Math.max(1, Math.round(bytes / 1_000))) })
