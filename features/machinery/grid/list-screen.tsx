import { useLoaderData } from '#web/router/router.ts'
import type { Changeable } from '#db/changeable.ts'
import { useLive } from '#features/machinery/live/use-live.ts'
import type { GridServices } from '#shui/grid/grid-context.tsx'
import { PageName } from '#web/page-name.tsx'
import { HubGrid } from './hub-grid.tsx'
import type { PackedGridModel } from './packed-model.ts'
import { useRowEdit } from './use-row-edit.ts'

/** Page of a list, from the data of `listLoader`. `editTo` is where edits of its rows are sent. */
export function ListScreen({ editTo, ...services }: { editTo?: string } & Pick<Partial<GridServices>, 'act'>) {
  const edit = useRowEdit(editTo ?? '')
  const loaded = useLoaderData<{ model: PackedGridModel; name: string; concerns: readonly Changeable[] }>()
  const { model: now } = useLive(loaded, loaded.concerns)
  const { model, name } = loaded
  return (
    <>
      <PageName name={name} />
      {/* Each page needs its own selection and editors, so the key resets them when the tab's page changes. */}
      <HubGrid key={model.path} model={model} now={now} {...services} {...(editTo === undefined ? {} : { edit })} />
    </>
  )
}
