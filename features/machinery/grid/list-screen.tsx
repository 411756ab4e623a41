import { useLoaderData } from '#web/router/router.ts'
import type { Changeable } from '#db/changeable.ts'
import { useLive } from '#features/machinery/live/use-live.ts'
import type { GridServices } from '#shui/grid/grid-context.tsx'
import { PageName } from '#web/page-name.tsx'
import { HubGrid } from './hub-grid.tsx'
import type { PackedGridModel } from './packed-model.ts'
import { useRowEdit, type EditTargets } from './use-row-edit.ts'

interface Loaded {
  model: PackedGridModel
  name: string
  concerns: readonly Changeable[]
  edits?: EditTargets
}

export function ListScreen(services: Pick<Partial<GridServices>, 'act'>) {
  const loaded = useLoaderData<Loaded>()
  const { model: now } = useLive(loaded, loaded.concerns)
  const { model, name, edits } = loaded
  const edit = useRowEdit(edits ?? '')
  return (
    <>
      <PageName name={name} />
      {/* Each page needs its own selection and editors, so the key resets them when the tab's page changes. */}
      <HubGrid key={model.path} model={model} now={now} {...services} {...(edits === undefined ? {} : { edit })} />
    </>
  )
}
