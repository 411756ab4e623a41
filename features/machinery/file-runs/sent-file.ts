import { textOf } from '#lib/form-fields.ts'

/** A file as it was sent. */
export interface SentFile {
  name: string
  bytes: Uint8Array
}

/** Takes the file out of a form, so that it is held once; the pasted text if there is none. */
export async function takeSentFile(form: FormData, { pastedName }: { pastedName: string }): Promise<SentFile> {
  const chosen = form.get('file')
  form.delete('file')
  return chosen instanceof File && chosen.size > 0
    ? { name: chosen.name || pastedName, bytes: new Uint8Array(await chosen.arrayBuffer()) }
    : { name: pastedName, bytes: new TextEncoder().encode(textOf(form, 'pasted')) }
}
