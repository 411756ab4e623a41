import {
  takeSentFile,
  type FileChoice,
  type RefusedFile,
  type TakenFile,
} from '#features/machinery/file-runs/sent-file.ts'
import { textOf } from '#lib/form-fields.ts'
import type { Texts } from '#texts/texts.ts'
import { readStockPlaces } from './stock-places.ts'

/** Option for the stock of all locations; those of one begin with another sign. */
const allPlaces = '*'

interface Taking {
  pastedName: string
  texts: Texts
  /** Name of the shop's location that the file is about; null if that is open. */
  place?: string | null
  /** Names of the shop's locations, of which a file of listings knows nothing. */
  locations?: readonly string[]
}

/** Takes a file of stock out of a form. Asks once what counts if it has a SKU at several locations. */
export async function takeStockFile(
  form: FormData,
  { pastedName, texts, place = null, locations = [] }: Taking,
): Promise<TakenFile | RefusedFile> {
  const { t } = texts
  const sent = await takeSentFile(form, { pastedName, texts })
  const stock = sent.ok ? await readStockPlaces(sent.file.bytes) : null
  if (!sent.ok || !stock) return sent
  const { places, take } = stock
  const taken = (of: string | null): TakenFile => ({ ...sent, file: { ...sent.file, bytes: take(of) } })
  const isSame = (one: string) => one.toLowerCase() === place?.toLowerCase()
  const own = places.find(isSame)
  if (own !== undefined) return taken(own)
  const ofShop = places.filter((each) => locations.some((name) => name.toLowerCase() === each.toLowerCase()))
  // Their sum would leave what is at each as it was.
  if (ofShop.length > 0)
    return { ok: false, reason: 'file', error: t('uploads.places.own', { names: texts.list(ofShop) }), choices: [] }
  const value = textOf(form, 'place')
  if (value === allPlaces) return taken(null)
  const chosen = places.find((each) => `=${each}` === value)
  if (chosen !== undefined) return taken(chosen)
  const options = [
    { value: allPlaces, label: t('uploads.places.all') },
    ...places.map((each) => ({ value: `=${each}`, label: each })),
  ]
  const choice: FileChoice = { name: 'place', label: t('uploads.places.of'), value, options }
  return { ok: false, reason: 'file', error: t('uploads.places'), choices: [...sent.choices, choice] }
}
