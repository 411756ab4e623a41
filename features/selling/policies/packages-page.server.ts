import { oneOf, textOf } from '#lib/form-fields.ts'
import { weightWords } from '#lib/weight.ts'
import { withUndo } from '#features/machinery/undo/undo.ts'
import { lockSettings } from '#web/form-baseline.server.ts'
import { hasErrors, refused, type FieldErrors } from '#web/form-answer.ts'
import type { SellerActionArgs, SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { redirect } from '#web/router/router.ts'
import { packageFields, readPackage, type Package, type PackageField, type PackageProblem } from './package.ts'
import { deletePackage, readPackages, savePackage } from './packages-db.server.ts'

type Field = PackageField | 'id' | 'isDefault'

export async function readPackagesPage({ read, seller, url, texts }: SellerArgs) {
  const packages = await read((db) => readPackages(db, seller.id))
  return {
    packages: packages.map((pack) => packageModel(pack, texts)),
    isSaved: url.searchParams.get('done') === 'saved',
  }
}

const packageModel = (pack: Package, texts: SellerArgs['texts']) => {
  const size = (mm: number | null) => (mm === null ? '' : texts.typed(String(mm / 10)))
  const sizes = [size(pack.lengthMm), size(pack.widthMm), size(pack.heightMm)]
  const weight = weightWords(pack.emptyGrams, texts)
  const [length = '', width = '', height = ''] = sizes
  return {
    id: pack.id,
    isDefault: pack.isDefault,
    words: [sizes.every(Boolean) ? `${sizes.join(' × ')} cm` : '', weight].filter(Boolean).join(' · '),
    typed: { name: pack.name, length, width, height, weight },
  }
}

export type PackageModel = ReturnType<typeof packageModel>

/** Saves or deletes a package; `step` names the button. */
export async function changePackages(args: SellerActionArgs) {
  const { form, hub, member, seller, write } = args
  const id = textOf(form, 'id') || null
  switch (oneOf(form, 'step', ['save', 'delete'])) {
    case 'save':
      return save(args, id)
    case 'delete': {
      const undo = await write((db) =>
        deletePackage(db, { sellerId: seller.id, id: id ?? '', memberId: member.id, now: hub.now() }),
      )
      return redirect(withUndo(paths.packages(), undo), { status: 303 })
    }
    case null:
      throw refuse('malformed')
  }
}

async function save({ form, seller, member, texts, write }: SellerActionArgs, id: string | null) {
  const typed = {
    name: textOf(form, 'name').replaceAll(/\s+/g, ' '),
    length: textOf(form, 'length'),
    width: textOf(form, 'width'),
    height: textOf(form, 'height'),
    weight: textOf(form, 'weight'),
  }
  const isDefault = form.has('isDefault')
  const values = { ...typed, id: id ?? '', isDefault: isDefault ? 'on' : '' }
  const { pack, problems } = readPackage(typed, texts.grouping)
  const textFor = (problem: PackageProblem) => texts.t(`shipping.package.error.${problem}`)
  const errors: FieldErrors<Field> = {}
  for (const field of packageFields) {
    const problem = problems[field]
    if (problem) errors[field] = textFor(problem)
  }
  if (hasErrors(errors)) return refused<Field>(errors, values)
  const outcome = await write(async (db) => {
    await lockSettings(db, { seller, member }, 'listings.edit')
    return savePackage(db, seller.id, { id, ...pack, isDefault })
  })
  if (outcome.ok) return redirect(paths.packages('saved'), { status: 303 })
  // One that was deleted meanwhile is saved as new.
  if (outcome.reason === 'gone')
    return refused<Field>({ form: texts.t('shipping.package.error.gone') }, { ...values, id: '' })
  return refused<Field>({ name: textFor(outcome.reason) }, values)
}
