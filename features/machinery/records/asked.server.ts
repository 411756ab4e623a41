import { shownValues } from '#lib/table-file.ts'
import type { Texts } from '#texts/texts.ts'
import type { RecordKind, RecordQuestion, RecordReading } from './record-kind.ts'
import type { RecordUpload } from './record-plan.ts'
import { shopForm } from './shop-form.server.ts'

/** Values of a file's columns, for people who choose what they mean, and what the file does not say. */
export async function askedOf(
  { hub, read, texts }: RecordReading & { texts: Texts },
  kind: RecordKind,
  upload: RecordUpload,
): Promise<{ samples: string[][]; questions: RecordQuestion[] }> {
  const opened = await shopForm({ hub, read }, upload)
  return {
    samples: shownValues(opened.form),
    questions: (await kind.questions?.({ hub, read, upload, texts, ...opened })) ?? [],
  }
}
